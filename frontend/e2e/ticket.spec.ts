import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { openOffice } from "./api";
import { expectVerdict, openScanner, upload } from "./door";
import { DOORLIST, OLIVE } from "./server";
import { expectAccessible, expectNoSidewaysScroll, hold, signIn } from "./steps";
import { NO_MEMORY, test } from "./test";

/** The page of a guest's own ticket, from the staff's message to a phone without a network. */

test.use({ serviceWorkers: "allow" });

const TICKET_URL = "https://tickets.example.org";
const SHARED: readonly string[] = ["/favicon.svg"];

async function openGuest(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, storageState: NO_MEMORY });
  const page = await context.newPage();
  const paths: string[] = [];
  context.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return { page, paths, close: () => context.close() };
}

const code = (page: Page) => page.getByRole("img", { name: "QR code of your ticket" });

/** The QR code as a camera would meet it on a cracked phone: so many pixels of a screenshot. */
async function photographAt(page: Page, width: number): Promise<Buffer> {
  await code(page).evaluate(
    (symbol, px) => symbol.setAttribute("style", `width:${px}px;height:${px}px`),
    width,
  );
  const picture = await code(page).screenshot();
  expect(PNG.sync.read(picture).width).toBe(width);
  await code(page).evaluate((symbol) => symbol.removeAttribute("style"));
  return picture;
}

async function saved(page: Page, button: string) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

test("2.ticket.1, 2.ticket.3..7, 2.ticket.9, 10, 13, 14, 2.route.30 a guest opens the link, keeps it without a network, and sees a moved date", {
  tag: ["@main", "@phone-first"],
}, async ({ browser, openElsewhere, watched }) => {
  watched.expectTrouble(/ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch/);
  const { page: staff, elsewhere } = await openElsewhere("cast", [
    "env",
    `DOORLIST_TICKET_URL=${TICKET_URL}`,
    DOORLIST,
  ]);
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event({ name: "Spring Gala", date: "2037-11-21", time: "19:30" });
  const seat = { fullName: "Zoë Nuñez", tableNumber: 41 };
  const attendee = await office.attendee(event.id, seat);
  await signIn(staff, OLIVE);
  await staff.goto(`/qr-review/${attendee.id}`);
  const sms = staff.getByRole("link", { name: "SMS", exact: true });
  await expect(sms).toHaveAttribute("href", /%2Fticket%23DL1/);
  const message = decodeURIComponent((await sms.getAttribute("href")) ?? "");
  const link = /https:\S+/.exec(message)?.[0] ?? "";
  expect(link).toBe(`${TICKET_URL}/ticket#${attendee.qrCodeData}`);
  // 2.ticket.940
  await staff.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await staff.getByRole("button", { name: "Copy link" }).click();
  await expect(staff.getByRole("button", { name: "Copied!" })).toBeVisible();
  expect(await staff.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const ticket = link.slice(TICKET_URL.length);

  const { page, paths, close } = await openGuest(browser, elsewhere.url);
  const { isOver, goOn } = hold();
  await page.route("**/api/ticket", async (route) => {
    await isOver;
    await route.continue();
  });
  const loaded = await page.goto(ticket);
  expect(loaded?.headers()["x-robots-tag"]).toContain("noindex");
  expect(loaded?.headers()["referrer-policy"]).toBe("no-referrer");
  // The code is shown before the server responds.
  await expect(code(page)).toBeVisible();
  await expect(page.getByText("Loading the details...")).toBeVisible();
  goOn();
  await expect(page.getByRole("heading", { name: "Spring Gala" })).toBeVisible();
  for (const text of ["Sat 21 Nov 2037 at 19:30", seat.fullName, "41", "Tickets are not refundable."])
    await expect(page.getByText(text)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const calendar = await saved(page, "Add to calendar");
  expect(calendar.name).toBe("Spring-Gala-2037-11-21.ics");
  expect(calendar.content.toString()).toContain("\r\nDTSTART:20371121T193000\r\n");
  const picture = await saved(page, "Save picture");
  expect(picture.name).toBe("Spring-Gala-2037-11-21.png");

  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(new URL(worker).pathname).toBe("/ticket");
  const own = /^\/(ticket|ticket-worker\.js|api\/ticket|assets\/ticket\/[^/]+)$/;
  expect(paths.filter((path) => !own.test(path) && !SHARED.includes(path))).toEqual([]);

  await openScanner(staff);
  await upload(staff, await photographAt(page, 130));
  await expectVerdict(staff, "Check-in Complete", seat.fullName, "Table 41");
  await upload(staff, await photographAt(page, 90));
  await expectVerdict(staff, "Already Checked In", seat.fullName);
  await upload(staff, picture.content);
  await expectVerdict(staff, "Already Checked In", seat.fullName);

  const moved = { name: event.name, date: "2037-12-05", time: "20:00" };
  expect((await office.call.put(`/api/events/${event.id}`, { data: moved })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByText("Sat 5 Dec 2037 at 20:00")).toBeVisible();
  await expect(page.getByText("New date or time. It was Sat 21 Nov 2037 at 19:30.")).toBeVisible();

  await elsewhere.stop();
  await page.goto("about:blank");
  await page.goto(ticket);
  await expect(code(page)).toBeVisible();
  await expect(page.getByText("Sat 5 Dec 2037 at 20:00")).toBeVisible();
  await expect(page.getByText(/^No connection\. Details as of \d/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  // No more than this page: the app's screens are none of its worker's.
  await expect(page.goto("/scan-attendees")).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  await close();
});

test("2.ticket.3, 8, 12 a ticket that is gone, and a link that was cut off, say so", {
  tag: "@phone-first",
}, async ({ browser, doorlist, office }) => {
  const event = await office.event();
  const attendee = await office.attendee(event.id);
  const { page, close } = await openGuest(browser, doorlist.url);
  await page.goto(`/ticket#${attendee.qrCodeData}`);
  await expect(page.getByRole("heading", { name: event.name })).toBeVisible();
  expect((await office.call.delete(`/api/attendees/${attendee.id}`)).ok()).toBe(true);
  await page.route("**/api/ticket", (route) => route.abort());
  const other = await office.attendee(event.id);
  await page.goto(`/ticket#${other.qrCodeData}`);
  await expect(
    page.getByText("The details could not be loaded. The QR code works all the same."),
  ).toBeVisible();
  await expect(code(page)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(other.fullName)).toBeVisible();

  await page.goto(`/ticket#${attendee.qrCodeData}`);
  await expect(page.getByRole("heading", { name: "This ticket is no longer valid" })).toBeVisible();
  await expect(code(page)).toBeHidden();
  const keptTickets = await page.evaluate(() => localStorage.getItem("doorlist.guest-tickets"));
  expect(keptTickets).not.toContain(attendee.qrCodeData);
  await expectAccessible(page);

  await page.goto("/ticket");
  await expect(page.getByRole("heading", { name: "This link is not complete" })).toBeVisible();
  await close();
});
