import { expect, type Page } from "@playwright/test";
import { unique } from "./api";
import { expectAccessible, expectNoSidewaysScroll, expectToast, expectToastClear, hold } from "./steps";
import { test } from "./test";

async function fill(page: Page, name: string, date: string, time = ""): Promise<void> {
  await page.getByLabel("Event Name").fill(name);
  await page.getByLabel("Event Date").fill(date);
  if (time) await page.getByLabel("Event Time (Optional)").fill(time);
}

const submit = (page: Page) => page.getByRole("main").getByRole("button", { name: "Create Event" });

test.beforeEach(async ({ page }) => {
  await page.goto("/create-event");
  await expect(page.getByRole("heading", { name: "Create New Event" })).toBeVisible();
});

test("2.create-event.8, 2.frame.13, 8.event.1 makes an event and shows it on the dashboard", {
  tag: ["@main", "@phone-first"],
}, async ({ page, office }) => {
  const name = unique("Ball & Supper <b>");
  await expect(page.getByRole("heading", { name: "Create Event" })).toBeVisible();
  await fill(page, name, "2037-12-31", "20:15");
  await submit(page).click();
  await expect(page).toHaveURL("/");
  await Promise.all([expectToast(page, "Success", "Event created successfully!"), expectToastClear(page)]);
  await expect(page.getByRole("link", { name })).toContainText("31 Dec 2037 at 20:15");
  expect((await office.events()).filter((event) => event.name === name)).toMatchObject([
    { date: "2037-12-31", time: "20:15" },
  ]);
});

test("takes an event without a time", { tag: "@desktop" }, async ({ page, office }) => {
  const name = unique("Open Day");
  await fill(page, name, "2027-01-02");
  await submit(page).click();
  await expect(page).toHaveURL("/");
  expect((await office.events()).find((event) => event.name === name)).toMatchObject({ time: null });
});

test("2.create-event.1066 a text that is no time is refused until it is one", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const name = unique("Half a Time");
  await fill(page, name, "2037-12-31");
  const time = page.getByLabel("Event Time (Optional)");
  await time.fill("8:");
  await submit(page).click();
  await expect(page.getByText("Enter a time such as 19:30")).toBeVisible();
  await expect(time).toBeFocused();
  await expect(time).toHaveValue("8:");
  await time.fill("20:15");
  await submit(page).click();
  await expect(page).toHaveURL("/");
  expect((await office.events()).find((event) => event.name === name)).toMatchObject({ time: "20:15" });
});

test("2.create-event.4 takes a date from the calendar", { tag: "@desktop" }, async ({ page, office }) => {
  const name = unique("Picked Day");
  await fill(page, name, "2037-12-01");
  await page.getByRole("button", { name: "Choose a date" }).click();
  const calendar = page.getByRole("dialog", { name: "Choose a date" });
  await expect(calendar.getByRole("grid")).toBeVisible();
  await expectAccessible(page);
  await calendar.getByRole("button", { name: /17/ }).click();
  await expect(calendar).toHaveCount(0);
  await submit(page).click();
  await expect(page).toHaveURL("/");
  expect((await office.events()).find((event) => event.name === name)).toMatchObject({ date: "2037-12-17" });
});

test("a calendar that is asked for before it is there opens when it is", { tag: "@desktop" }, async ({
  page,
}) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/calendar-window/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("button", { name: "Choose a date" }).click();
  await expect(page.getByRole("button", { name: "Choose a date" })).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  arrive();
  await expect(page.getByRole("dialog", { name: "Choose a date" }).getByRole("grid")).toBeVisible();
});

test("2.create-event.9, 5.create-event.1 says beneath each field in red what it lacks, and sends nothing", {
  tag: "@desktop",
}, async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await submit(page).click();
  for (const label of ["Event Name", "Event Date"]) {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/\w/);
    const [red, green, blue] = await colourOfMessage(page, label);
    expect(red, `the message of ${label} is red`).toBeGreaterThan(1.5 * Math.max(green, blue));
  }
  await expect(page.getByLabel("Event Time (Optional)")).not.toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await fill(page, "   ", "31 February 2027");
  await submit(page).click();
  await expect(page.getByLabel("Event Name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Event Date")).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
});

test("2.create-event.1001 shows the first wrong field of a long form, with its label and message", {
  tag: "@phone",
}, async ({ page }) => {
  await fill(page, unique("Long"), "2037-12-31");
  await page.getByRole("button", { name: "Add a capacity" }).click();
  await page.getByLabel("Capacity").fill("lots");
  await page.getByRole("button", { name: "Add venue, end time or ticket text" }).click();
  await page.getByLabel("Venue").fill("x".repeat(121));
  await page.getByLabel("Text on the ticket").fill("Doors at eight\n".repeat(30));
  await submit(page).scrollIntoViewIfNeeded();
  await expect(page.getByLabel("Venue")).not.toBeInViewport();
  await submit(page).click();
  await expect(page.getByLabel("Venue")).toBeFocused();
  for (const text of ["Venue", "Use 120 characters or fewer"])
    await expect(page.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
});

test("2.create-event.10, 3.event.5 keeps a ticket price out of the way until it is wanted", {
  tag: "@phone",
}, async ({ page, office }) => {
  const name = unique("Priced");
  await expect(page.getByLabel("Ticket Price (AUD)")).toHaveCount(0);
  await page.getByRole("button", { name: "Add a ticket price" }).click();
  const price = page.getByLabel("Ticket Price (AUD)");
  await expect(price).toBeFocused();
  await fill(page, name, "2037-12-31");
  await price.fill("45.555");
  await submit(page).click();
  await expect(price).toHaveAccessibleDescription(
    /Enter an amount from 0 to 100,000,000 dollars, such as 45 or 45.50/,
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await price.fill("$1,045.50");
  await submit(page).click();
  await expect(page).toHaveURL("/");
  expect((await office.events()).find((event) => event.name === name)).toMatchObject({
    ticketPriceCents: 104_550,
  });
});

test("2.create-event.7 is busy while it waits, and a double click makes one event", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const { isOver, goOn } = hold();
  await page.route("**/api/events", async (route) => {
    if (route.request().method() === "POST") await isOver;
    await route.continue();
  });
  const name = unique("Once");
  await fill(page, name, "2037-12-31");
  await submit(page).dblclick();
  await expect(page.getByRole("button", { name: "Creating..." })).toBeVisible();
  goOn();
  await expect(page).toHaveURL("/");
  expect((await office.events()).filter((event) => event.name === name)).toHaveLength(1);
});

test("shows the server's reason when it refuses", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/api/events", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          body: JSON.stringify({
            type: "about:blank",
            title: "No",
            status: 409,
            detail: "The hall is taken.",
            code: "x",
          }),
        })
      : route.continue(),
  );
  await fill(page, "Refused", "2037-12-31");
  await submit(page).click();
  await expectToast(page, "Error", "The hall is taken.");
  await expect(page.getByLabel("Event Name")).toHaveValue("Refused");
});

test("has words of its own when the server gives none", { tag: "@desktop" }, async ({ page }) => {
  await page.route("**/api/events", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await fill(page, "Unheard", "2037-12-31");
  await submit(page).click();
  await expectToast(page, "Error", "Failed to create event");
  await expect(page).toHaveURL("/create-event");
  await expect(submit(page)).toBeEnabled();
});

test("4.form.1, 4.form.2 what is typed outlives a reload, and is gone once it is stored", {
  tag: "@desktop",
}, async ({ page }) => {
  const name = unique("Reloaded");
  await fill(page, name, "2037-12-31", "20:15");
  await page.getByRole("button", { name: "Add a ticket price" }).click();
  await page.getByLabel("Ticket Price (AUD)").fill("45");
  for (const _time of ["once", "twice"]) {
    await page.reload();
    await expect(page.getByLabel("Event Name")).toHaveValue(name);
    await expect(page.getByLabel("Event Date")).toHaveValue("Thu 31 Dec 2037");
    await expect(page.getByLabel("Event Time (Optional)")).toHaveValue("20:15");
    await expect(page.getByLabel("Ticket Price (AUD)")).toHaveValue("45");
  }
  await submit(page).click();
  await expect(page).toHaveURL("/");
  await page.goto("/create-event");
  await expect(page.getByLabel("Event Name")).toHaveValue("");
});

test("is in order in light and dark", async ({ page }) => {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

/** The colour that the eye gets, whatever colour space the style sheet speaks. */
async function colourOfMessage(page: Page, label: string): Promise<[number, number, number]> {
  return page.getByLabel(label).evaluate((field) => {
    const message = document.getElementById(field.getAttribute("aria-describedby")?.split(" ").pop() ?? "");
    const pencil = document.createElement("canvas").getContext("2d");
    if (!message || !pencil) throw new Error("no message");
    pencil.fillStyle = getComputedStyle(message).color;
    pencil.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = pencil.getImageData(0, 0, 1, 1).data;
    return [red, green, blue] as [number, number, number];
  });
}
