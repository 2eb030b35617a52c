import { expect, type Locator, type Page } from "@playwright/test";
import { type Attendee, type Event, type Office, unique } from "./api";
import { OLIVE, SAM } from "./server";
import { chooseEvent, expectAccessible, expectEvent, expectNoSidewaysScroll, signIn } from "./steps";
import { AS_SAM, test } from "./test";

/** An evening with four tickets, two of them in. */
async function evening(office: Office): Promise<{ event: Event; inside: Attendee[] }> {
  const event = await office.event({ name: unique("Gala"), ticketPriceCents: 5_050 });
  const guest = (paymentStatus: string, tableNumber: number) =>
    office.attendee(event.id, { paymentStatus, tableNumber });
  const guests = [
    await guest("paid", 1),
    await guest("paid", 1),
    await guest("comp", 2),
    await guest("unpaid", 3),
  ];
  const inside = [];
  for (const { qrCodeData } of guests.slice(0, 2)) inside.push((await office.scan(qrCodeData)).attendee);
  return { event, inside };
}

/** Sam before the figures of one event. */
async function openFigures(page: Page, event: Event): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Analytics Dashboard" }).click();
  await expect(page).toHaveURL("/analytics");
  await chooseEvent(page, event.id);
  await expect(page).toHaveURL(`/analytics?eventId=${event.id}`);
  await expect(figure(page, "Total Events")).toHaveText("Total Events1");
  await expect(page.locator("[aria-busy]")).toHaveCount(0);
}

const figure = (page: Page, label: string): Locator =>
  page.locator("dl > div").filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
const card = (page: Page, heading: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
const chart = (page: Page): Locator => page.getByRole("img", { name: /^Arrivals over time/ });

test("2.guard.3, 2.home.6 sends an organizer to /, who sees no way here either", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/analytics");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Create Event" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Analytics Dashboard" })).toHaveCount(0);
});

test.describe("for a super admin", () => {
  test.use(AS_SAM);

  test("2.route.13, 2.home.6, 2.analytics.1, 6..8, 10 shows the figures of the event that was chosen, also after a reload", {
    tag: ["@main", "@desktop"],
  }, async ({ page, office }) => {
    const { event } = await evening(office);
    await openFigures(page, event);
    const expectFigures = async () => {
      for (const [label, words] of [
        ["Total Tickets Sold", "4"],
        ["Total Revenue \\(AUD\\)", "$101.00"],
        ["Outstanding \\(AUD\\)", "$50.50"],
        ["Total Events", "1"],
        ["Paid", "250%"],
        ["Unpaid", "125%"],
        ["Free", "125%"],
        ["Scanned", "250%"],
      ] as const) {
        await expect(figure(page, label)).toHaveText(`${label.replaceAll("\\", "")}${words}`);
      }
      await expect(card(page, "Payments").getByRole("listitem")).toHaveText([
        "Paid2 tickets$101.00 taken",
        "Free1 ticket$0.00 taken",
        "Unpaid1 ticket$0.00 taken · $50.50 owed",
      ]);
      await expect(card(page, "Tables").getByRole("listitem")).toHaveText([
        "Table 12 of 2 arrived",
        "Table 20 of 1 arrived",
        "Table 30 of 1 arrived",
      ]);
    };
    await expectFigures();
    await page.reload();
    await expectFigures();
    await expectEvent(page, event.id);
  });

  test("2.analytics.11, 3.arrivals.1 draws the arrivals in the device's zone, with a table of the same numbers", {
    tag: "@desktop-first",
  }, async ({ page, office, isMobile }) => {
    const { event, inside } = await evening(office);
    await openFigures(page, event);
    await expect(chart(page)).toBeVisible();
    const drawn = await chart(page)
      .locator("canvas")
      .evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return pixels.some((value) => value > 0);
      });
    expect(drawn).toBe(true);
    await page.getByText("Show as a table").click();
    const times = inside.map(({ attendedAt }) =>
      new Date(attendedAt ?? "").toLocaleTimeString("en-AU", {
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
        timeZone: "Australia/Melbourne",
      }),
    );
    const table = page.getByRole("table");
    await expect(table.getByRole("rowheader")).toHaveText([...new Set(times)]);
    await expect(table.getByRole("row").last().getByRole("cell").last()).toHaveText("2");
    if (!isMobile) {
      const middle = await chart(page).boundingBox();
      await chart(page).hover({ position: { x: (middle?.width ?? 0) / 2, y: 60 } });
      await expect(card(page, "Arrivals")).toContainText(/: \d arrived, \d in all/);
      await page.mouse.move(0, 0);
      await expect(card(page, "Arrivals")).toContainText("use the arrow keys");
      const time = page.getByRole("slider", { name: "Time" });
      await time.press("End");
      await expect(time).toHaveAttribute("aria-valuetext", /: \d arrived, 2 in all/);
    }
  });

  test("is readable by everybody, by day and by night, however narrow", async ({ page, office }) => {
    const { event } = await evening(office);
    await openFigures(page, event);
    await expect(chart(page)).toBeVisible();
    await page.getByText("Show as a table").click();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await chooseEvent(page, null);
    await expect(page).toHaveURL("/analytics?eventId=all");
    await expect(page.locator("[aria-busy]")).toHaveCount(0);
    await expect(card(page, "Tables")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test("2.analytics.1145 prints the figures black on white, and nothing to press", {
    tag: "@desktop",
  }, async ({ page, office }) => {
    const { event } = await evening(office);
    await page.emulateMedia({ colorScheme: "dark" });
    await openFigures(page, event);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByText(`Analytics · ${event.name}`)).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByLabel("Event", { exact: true })).toBeHidden();
    const lightness = await figure(page, "Total Tickets Sold")
      .locator("dd")
      .evaluate((number) => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(number).color)?.[1]));
    expect(lightness).toBeLessThan(0.3);
  });

  test("2.analytics.2..5, 9.analytics.1..3 gives each user a badge by what they sold", {
    tag: "@desktop",
  }, async ({ page, office }) => {
    const event = await office.event();
    const sell = async (tickets: number) => {
      const attendees = Array.from({ length: tickets }, () => ({
        fullName: unique("Grace Hopper"),
        phone: "0400 333 444",
        tableNumber: 1,
        paymentStatus: "free",
      }));
      await office.call.post("/api/attendees/bulk-import", { data: { attendees, eventId: event.id } });
    };
    const olive = card(page, "Sales by User").getByRole("listitem").filter({ hasText: OLIVE.fullName });
    const sam = card(page, "Sales by User").getByRole("listitem").filter({ hasText: SAM.username });
    await sell(20);
    await openFigures(page, event);
    await expect(olive).toContainText("20 sold");
    await expect(olive).toContainText("Good");
    await expect(sam).toContainText("0 sold");
    await expect(sam).toContainText("Needs Improvement");
    await sell(30);
    await expect(olive).toContainText("50 sold", { timeout: 10_000 });
    await expect(olive).toContainText("High Performer");
  });

  test("2.analytics.9 reads again when something changes elsewhere", { tag: "@desktop" }, async ({
    page,
    office,
  }) => {
    const { event } = await evening(office);
    await openFigures(page, event);
    await expect(page.getByText(/^Figures as of \d{2}:\d{2}$/)).toBeVisible();
    await expect(figure(page, "Total Tickets Sold")).toHaveText("Total Tickets Sold4");
    await office.attendee(event.id);
    await expect(figure(page, "Total Tickets Sold")).toHaveText("Total Tickets Sold5", { timeout: 10_000 });
    await expect(page.getByRole("button", { name: "Refresh" })).toHaveCount(0);
  });

  test("2.analytics.14 says what went wrong, and reads again when asked to", { tag: "@desktop" }, async ({
    page,
    office,
  }) => {
    const { event } = await evening(office);
    await openFigures(page, event);
    await page.route("**/api/analytics/payments*", (route) => route.abort());
    await chooseEvent(page, null);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The numbers could not be loaded");
    await page.unroute("**/api/analytics/payments*");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  });

  test("2.analytics.13 leads on where there is nothing yet, and loads no chart for it", {
    tag: "@phone",
  }, async ({ openEventless }) => {
    test.slow();
    const page = await openEventless();
    const loaded: string[] = [];
    // The files of all screens are fetched later, without being run.
    page.on("request", (request) => {
      if (request.resourceType() !== "fetch") loaded.push(request.url());
    });
    await signIn(page, SAM);
    await page.goto("/analytics");
    await expect(page.getByText("No events yet")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(loaded.filter((url) => url.includes("arrivals-chart"))).toEqual([]);
    await page.getByRole("link", { name: "Create Event" }).click();
    await expect(page).toHaveURL("/create-event");
  });
});
