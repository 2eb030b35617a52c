import { expect, type Page } from "@playwright/test";
import type { Event } from "./api";
import { unique } from "./api";
import { expectAccessible, expectKeyTextClear, expectNoSidewaysScroll, expectToast, hold } from "./steps";
import { test } from "./test";

async function open(page: Page, event: Event): Promise<void> {
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByLabel("Event Name")).toHaveValue(event.name);
}

const update = (page: Page) => page.getByRole("button", { name: "Update Event" });
const remove = (page: Page) => page.getByRole("button", { name: "Delete Event" });

/** Holds calls of one method back until the returned function is called, or fails them. */
async function on(page: Page, method: string, what: "hold" | "abort"): Promise<() => void> {
  const { isOver, goOn } = hold();
  await page.route("**/api/events/*", async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (what === "abort") return route.abort();
    await isOver;
    return route.continue();
  });
  return goOn;
}

test("shows what is stored, and stores what is changed", { tag: ["@main", "@desktop"] }, async ({
  page,
  office,
}) => {
  const event = await office.event({ date: "2037-12-05", time: "18:45" });
  const answer = await on(page, "GET", "hold");
  await page.goto(`/edit-event/${event.id}`, { waitUntil: "commit" });
  await expect(page.getByText("Loading event...")).toBeVisible();
  answer();
  await expect(page.getByLabel("Event Name")).toHaveValue(event.name);
  await expect(page.getByLabel("Event Date")).toHaveValue(/5 Dec 2037/);
  await expect(page.getByLabel("Event Time")).toHaveValue("18:45");

  const name = unique("Renamed");
  await page.getByLabel("Event Name").fill(name);
  await page.getByLabel("Event Date").fill("2037-12-06");
  await page.getByLabel("Event Time").fill("19:00");
  const save = await on(page, "PUT", "hold");
  await update(page).click();
  await expect(page.getByRole("button", { name: "Updating..." })).toBeVisible();
  save();
  await expect(page).toHaveURL("/");
  await expectToast(page, "Success", "Event updated successfully");
  await expect(page.getByRole("link", { name })).toContainText("6 Dec 2037 at 19:00");
});

test("2.edit-event.15 shows a price that is set, changes it and clears it", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event({ ticketPriceCents: 4500 });
  const stored = async () => (await office.events()).find(({ id }) => id === event.id);
  const price = page.getByLabel("Ticket Price (AUD)");
  for (const [before, after, cents] of [
    ["45.00", "50.5", 5050],
    ["50.50", "", null],
  ] as const) {
    await open(page, event);
    await expect(price).toHaveValue(before);
    await price.fill(after);
    await update(page).click();
    await expect(page).toHaveURL("/");
    expect(await stored()).toMatchObject({ ticketPriceCents: cents });
  }
  await open(page, event);
  await expect(price).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add a ticket price" })).toBeVisible();
});

test("asks for all three fields", { tag: "@desktop" }, async ({ page, office }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.url());
  });
  for (const label of ["Event Name", "Event Date", "Event Time"]) {
    // One each: what was cleared before would be there again.
    await open(page, await office.event());
    await page.getByLabel(label).fill("");
    await update(page).click();
    await expectToast(page, "Error", "Please fill in all fields");
  }
  expect(sent).toEqual([]);
});

test("2.frame.1000 the toast leaves the error of a field clear", { tag: "@phone" }, async ({
  page,
  office,
}) => {
  await open(page, await office.event());
  await page.getByLabel("Event Name").fill("");
  await update(page).click();
  await expectKeyTextClear(page, "Please fill in all fields", "Event name is required");
});

test("2.edit-event.902 shows a long name in full", { tag: "@phone" }, async ({ page, office }) => {
  const event = await office.event({ name: unique("A long name ".repeat(12)) });
  await open(page, event);
  const heading = page.getByRole("heading", { name: event.name });
  await expect(heading).toBeVisible();
  expect(await heading.evaluate((name) => name.scrollHeight - name.clientHeight)).toBeLessThanOrEqual(1);
});

test("says so when there is no such event", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/edit-event/999999");
  await expect(page.getByText("Event not found")).toBeVisible();
  await expectAccessible(page);
});

test("says so when the event cannot be fetched", { tag: "@desktop" }, async ({ page, office }) => {
  const event = await office.event();
  await page.route(`**/api/events/${event.id}`, (route) => route.abort());
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByText("Failed to fetch event", { exact: true })).toBeVisible();
});

test("keeps what was typed when the update fails", { tag: "@desktop" }, async ({ page, office }) => {
  await open(page, await office.event());
  await on(page, "PUT", "abort");
  await page.getByLabel("Event Name").fill("Not yet stored");
  await update(page).click();
  await expectToast(page, "Error", "Failed to update event");
  await expect(page.getByLabel("Event Name")).toHaveValue("Not yet stored");
});

test("asks before it deletes, and Cancel deletes nothing", { tag: "@desktop" }, async ({ page, office }) => {
  const event = await office.event();
  await open(page, event);
  await expect(page.getByText("Danger Zone")).toBeVisible();
  await remove(page).click();
  const dialog = page
    .getByRole("dialog", { name: "Delete Event" })
    .or(page.getByRole("alertdialog", { name: "Delete Event" }));
  await expect(dialog).toContainText(
    `Are you sure you want to delete "${event.name}"? This action cannot be undone and will permanently remove the event and all associated attendees.`,
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await office.events()).some(({ id }) => id === event.id)).toBe(true);
});

test("4.event.1, 2.edit-event.13 deletes the event with its attendees", {
  tag: ["@main", "@desktop"],
}, async ({ page, office }) => {
  const event = await office.event();
  const attendee = await office.attendee(event.id);
  await open(page, event);
  const goOn = await on(page, "DELETE", "hold");
  await remove(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Event" }).click();
  await expect(page.getByRole("button", { name: "Deleting..." })).toBeVisible();
  goOn();
  await expect(page).toHaveURL("/");
  await expectToast(page, "Success", "Event deleted successfully");
  await expect(page.getByRole("link", { name: event.name })).toHaveCount(0);
  expect((await office.call.get(`/api/attendees/${attendee.id}`)).status()).toBe(404);
});

test("says so when the deletion fails", { tag: "@desktop" }, async ({ page, office }) => {
  await open(page, await office.event());
  await on(page, "DELETE", "abort");
  await remove(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Event" }).click();
  await expectToast(page, "Error", "Failed to delete event");
  await expect(remove(page)).toBeEnabled();
});

test("2.edit-event.14, 2.edit-event.17 in two tabs nobody's edit is lost unseen", {
  tag: "@desktop",
}, async ({ page, context, office }) => {
  const event = await office.event();
  const other = await context.newPage();
  await open(page, event);
  await open(other, event);
  await other.getByLabel("Event Name").fill(`${event.name}, moved`);
  await other.getByLabel("Event Time").fill("21:45");
  await other.getByRole("button", { name: "Update Event" }).click();
  await expect(other).toHaveURL("/");

  await page.getByLabel("Event Name").fill(`${event.name}, cancelled`);
  await update(page).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(`${event.name}, moved`);
  await expect(question).toContainText(`${event.name}, cancelled`);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Save mine" }).click();
  await expect(page).toHaveURL("/");
  // The time, which only the other user changed, keeps their value.
  expect((await office.events()).find(({ id }) => id === event.id)).toMatchObject({
    name: `${event.name}, cancelled`,
    time: "21:45",
  });
});

test("4.form.1, 4.form.2 an edit outlives a reload; where nobody typed, what is stored now shows", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  await open(page, event);
  const renamed = { name: unique("Renamed elsewhere") };
  await office.call.put(`/api/events/${event.id}`, { data: renamed });
  await page.reload();
  await expect(page.getByLabel("Event Name")).toHaveValue(renamed.name);
  await page.getByLabel("Event Name").fill("Half a thought");
  await page.reload();
  await expect(page.getByLabel("Event Name")).toHaveValue("Half a thought");
  await expect(page.getByLabel("Event Date")).toHaveValue("Sat 21 Nov 2037");
});

test("is in order in light and dark", async ({ page, office }) => {
  await open(page, await office.event());
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
