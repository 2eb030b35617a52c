import { type BrowserContext, expect, type Page, type Request } from "@playwright/test";
import { openOffice, unique } from "./api";
import { OLIVE, SAM } from "./server";
import { boxAtRest, expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { AS_SAM, test } from "./test";

// Updates without a reload come from the live stream: nothing else would refresh the page.

const isStream = (request: Request) => new URL(request.url()).pathname === "/api/live";

/** The open streams of a browser, and the number of streams that it, or one page of it, ever opened. */
function watchStreams(context: BrowserContext) {
  const open = new Map<Request, Page>();
  const openers: Page[] = [];
  const closed = (request: Request) => open.delete(request);
  context.on("request", (request) => {
    if (!isStream(request)) return;
    const page = request.frame().page();
    open.set(request, page);
    openers.push(page);
  });
  context.on("requestfinished", closed);
  context.on("requestfailed", closed);
  return {
    // A page that is closed may not report the end of its requests.
    open: () => [...open.values()].filter((page) => !page.isClosed()).length,
    opened: () => openers.length,
    openedBy: (page: Page) => openers.filter((opener) => opener === page).length,
  };
}

/** Waits until the stream of this browser answers. */
const untilLive = (page: Page) => page.waitForResponse((answer) => isStream(answer.request()));

async function openLive(page: Page, path: string): Promise<void> {
  const isLive = untilLive(page);
  await page.goto(path);
  await isLive;
}

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("7.live.1, 7.live.13, 7.live.14 a scan at another door shows in the list and on the details, through one stream", {
  tag: ["@main", "@desktop"],
}, async ({ page, context, office }) => {
  const streams = watchStreams(context);
  const event = await office.event();
  const ada = await office.attendee(event.id);
  const bob = await office.attendee(event.id, { fullName: unique("Bob Wise") });
  await openLive(page, `/manage-attendees?eventId=${event.id}`);
  const details = await context.newPage();
  await details.goto(`/attendee-details/${ada.id}`);
  await expect(details.getByRole("button", { name: "Mark Absent" })).toBeDisabled();
  await expect(row(page, ada.fullName)).toContainText("Not Attended");

  await office.scan(ada.qrCodeData);
  await expect(row(page, ada.fullName).getByText("Attended", { exact: true })).toBeVisible();
  await expect(details.getByRole("button", { name: "Mark Present" })).toBeDisabled();
  await expect(details.getByText("Checked in")).toBeVisible();
  await expect(row(page, bob.fullName)).toContainText("Not Attended");
  // On a busy machine the first tab may have to open its stream again.
  expect(streams.openedBy(details)).toBe(0);
  await expect.poll(streams.open).toBe(1);

  // The tab with the stream closes: the other one takes over and receives the changes.
  const isTakenOver = untilLive(details);
  await page.close();
  await isTakenOver;
  await office.call.patch(`/api/attendees/${ada.id}/attendance`, { data: { attended: false } });
  await expect(details.getByRole("button", { name: "Mark Absent" })).toBeDisabled();
  await expect.poll(streams.open).toBe(1);
});

test("7.live.14 who is registered, and a new event, show on the dashboard and in the list", {
  tag: "@desktop",
}, async ({ page, context, office }) => {
  const event = await office.event();
  const shown = page.getByText(/^Showing \d+ of \d+ attendees$/);
  await openLive(page, `/manage-attendees?eventId=${event.id}`);
  await expect(shown).toHaveText(/^Showing 0 of/);
  const home = await context.newPage();
  await home.goto("/");
  await expect(home.getByRole("link", { name: event.name })).toBeVisible();

  const eve = await office.attendee(event.id, { fullName: unique("Eve Late") });
  await expect(row(page, eve.fullName)).toBeVisible();
  await expect(shown).toHaveText(/^Showing 1 of/);
  const ball = await office.event({ name: unique("Ball") });
  await expect(home.getByRole("link", { name: ball.name })).toBeVisible();
  await office.call.delete(`/api/attendees/${eve.id}`);
  await expect(shown).toHaveText(/^Showing 0 of/);
});

test.describe("for a super admin", () => {
  test.use(AS_SAM);

  test("2.analytics.9, 7.live.14 the figures follow", { tag: "@desktop" }, async ({ page, office }) => {
    const event = await office.event();
    const ada = await office.attendee(event.id);
    await openLive(page, `/analytics?eventId=${event.id}`);
    const scanned = page.locator("dt", { hasText: "Scanned" }).locator("..");
    await expect(scanned).toContainText("0%");
    await office.scan(ada.qrCodeData);
    await expect(scanned).toContainText("100%");
  });
});

test("7.live.16 what is being typed stays, and the save still says that somebody else was quicker", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const ada = await office.attendee((await office.event()).id);
  await openLive(page, `/attendee-details/${ada.id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Phone").fill("typed by hand");
  const isRead = page.waitForResponse((answer) => answer.url().endsWith(`/api/attendees/${ada.id}`));
  await office.call.put(`/api/attendees/${ada.id}`, { data: { phone: "somebody else's" } });
  await isRead;
  await expect(page.getByLabel("Phone")).toHaveValue("typed by hand");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("somebody else's");
});

test("7.live.16 a list that is scrolled stays where it is while guests come on top", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  const guests = Array.from({ length: 150 }, (_, number) => ({
    fullName: `Guest ${String(number).padStart(3, "0")}`,
    phone: `04 ${number}`,
    tableNumber: 1,
    paymentStatus: "paid",
  }));
  const imported = await office.call.post("/api/attendees/bulk-import", {
    data: { eventId: event.id, attendees: guests },
  });
  expect(imported.ok()).toBe(true);
  await openLive(page, `/manage-attendees?eventId=${event.id}`);
  await expect(page.getByText(/^Showing 150 of/)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1500));
  const looked = row(page, "Guest 070");
  await expect(looked).toBeInViewport();
  const before = await boxAtRest(looked);
  for (let number = 0; number < 3; number++) await office.attendee(event.id);
  await expect(page.getByText(/^Showing 153 of/)).toBeAttached();
  await expect
    .poll(async () => Math.round((await looked.boundingBox())?.y ?? 0))
    .toBe(Math.round(before?.y ?? 0));
});

test("7.live.11, 7.live.13 signing out closes the stream; who is deactivated is shown the way out", {
  tag: "@desktop",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast");
  const streams = watchStreams(page.context());
  await signIn(page, OLIVE);
  await expect.poll(streams.open).toBe(1);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL("/auth");
  await expect.poll(streams.open).toBe(0);

  await signIn(page, OLIVE);
  await expect.poll(streams.open).toBe(1);
  const opened = streams.opened();
  const sam = await openOffice(elsewhere.url, SAM);
  const olive = (await (await sam.call.get("/api/users")).json()).find(
    ({ username }: { username: string }) => username === OLIVE.username,
  );
  await sam.call.delete(`/api/users/${olive.id}`);
  await expect(page).toHaveURL("/auth");
  await expect.poll(streams.open).toBe(0);
  expect(streams.opened()).toBe(opened);
  await sam.call.dispose();
});

test("7.live.14 a guest who is let in elsewhere shows as inside in the search at the door", {
  tag: "@phone",
}, async ({ page, office }) => {
  const event = await office.event();
  const ada = await office.attendee(event.id, { fullName: unique("Ada Byron") });
  await openLive(page, "/scan-attendees");
  await page.getByRole("button", { name: "Find guest" }).click();
  await page.getByRole("searchbox").fill(ada.fullName);
  const found = page.getByRole("dialog").getByRole("listitem").filter({ hasText: ada.fullName });
  await expect(found).toBeVisible();
  const before = await found.textContent();
  await office.scan(ada.qrCodeData);
  await expect(found).not.toHaveText(before ?? "");
});

test("7.live.17, 7.live.18 a browser that was offline says so after a while, and catches up by itself", {
  tag: "@phone",
}, async ({ page, context, office, watched }) => {
  watched.expectTrouble(
    /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|could not be loaded TypeError: Failed to fetch/,
  );
  const event = await office.event();
  const ada = await office.attendee(event.id);
  await openLive(page, `/manage-attendees?eventId=${event.id}`);
  await expect(row(page, ada.fullName)).toContainText("Not Attended");
  await page.route("**/api/live**", (route) => route.abort());
  await context.setOffline(true);
  await context.setOffline(false);
  await office.scan(ada.qrCodeData);
  await expect(page.getByText("Live updates paused")).toBeVisible({ timeout: 20_000 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expect(row(page, ada.fullName)).toContainText("Not Attended");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(row(page, ada.fullName).getByText("Attended", { exact: true })).toBeVisible();
  await office.call.patch(`/api/attendees/${ada.id}/attendance`, { data: { attended: false } });
  await page.unroute("**/api/live**");
  await expect(row(page, ada.fullName)).toContainText("Not Attended", { timeout: 40_000 });
  await expect(page.getByText("Live updates paused")).toBeHidden();
});
