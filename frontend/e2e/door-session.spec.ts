import { type BrowserContext, expect, type Page } from "@playwright/test";
import { newOrganizer, type Office, openOffice } from "./api";
import { expectVerdict, noteBatchKeys, noteScanKeys, openScanner, stage, typeAtOnce, upload } from "./door";
import { qrPicture } from "./film";
import { OLIVE, SAM, type Staff } from "./server";
import { expectAccessible, expectNoSidewaysScroll, fillSignIn, signIn } from "./steps";
import { SIGNED_OUT, test } from "./test";

/** The session ends while staff work at the door: guests are waiting, so the screen stays. */
test.use(SIGNED_OUT);

const ENDED = "Your session has ended. Sign in again to continue.";
const EIGHT_HOURS = 8 * 60 * 60 * 1000;

async function expectEnded(page: Page): Promise<void> {
  await expect(stage(page).getByRole("alert")).toHaveText(ENDED);
  await expect(page).toHaveURL("/scan-attendees");
  await expect(page.getByRole("button", { name: "Start" })).toBeDisabled();
}

/** A request that a busy server does not answer in time is repeated after 15 s. */
const expectArrived = (office: Office, { id }: { id: number }) =>
  expect.poll(() => office.findAttendee(id)).toMatchObject({ attended: true });

/** The door learns of changes only from its own calls. */
const silenceStream = (page: Page) => page.route("**/api/live?**", (route) => route.abort());

async function endSessionsOf(office: Office, { id }: { id: number }): Promise<void> {
  expect((await office.call.delete(`/api/users/${id}`)).ok()).toBe(true);
  expect((await office.call.post(`/api/users/${id}/reactivate`)).ok()).toBe(true);
}

async function signInAgain(page: Page, staff: Staff): Promise<void> {
  await expect(page).toHaveURL("/auth");
  await fillSignIn(page, staff);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("/scan-attendees");
}

async function logOut(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  return page;
}

test.describe("4.scan.35 the door stays", () => {
  test("when the account is deactivated, and keeps the scans that come", {
    tag: "@phone",
  }, async ({ page, doorlist }) => {
    const office = await openOffice(doorlist.url, SAM);
    const own = await newOrganizer(office, doorlist.url);
    const guest = await office.attendee((await office.event()).id);
    await signIn(page, own);
    await openScanner(page);
    const keys = noteScanKeys(page);
    await endSessionsOf(office, own);
    await expectEnded(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Not checked in: sign in again");
    expect(keys, "nothing is sent without a session").toEqual([]);
    expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });
    await stage(page).getByRole("button", { name: "Sign in again" }).click();
    await signInAgain(page, own);
    await expectArrived(office, guest);
    await office.call.dispose();
  });

  test("4.scan.20, 4.login.900, 8.scan.14 when a scan is the first to meet it, and sends that scan after signing in", {
    tag: "@phone",
  }, async ({ page, doorlist }) => {
    const office = await openOffice(doorlist.url, SAM);
    const own = await newOrganizer(office, doorlist.url);
    const guest = await office.attendee((await office.event()).id);
    await signIn(page, own);
    await silenceStream(page);
    // The last request of the opened scanner: one that is still open would meet the end of the session first.
    const events = page.waitForResponse((answer) => answer.url().endsWith("/api/events") && answer.ok());
    await openScanner(page);
    await events;
    const asked = noteScanKeys(page);
    const sent = noteBatchKeys(page);
    await endSessionsOf(office, own);
    await upload(page, qrPicture(guest.qrCodeData));
    await expectVerdict(page, "Not checked in: sign in again");
    await expect(page).toHaveURL("/scan-attendees");
    await expectAccessible(page);
    expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });

    await stage(page).getByRole("button", { name: "Sign in again" }).click();
    await signInAgain(page, own);
    await expectArrived(office, guest);
    expect(asked).toHaveLength(1);
    expect(new Set(sent)).toEqual(new Set(asked));
    await office.call.dispose();
  });

  test("when a search is the first to meet it", { tag: "@phone" }, async ({ page, doorlist }) => {
    const office = await openOffice(doorlist.url, SAM);
    const own = await newOrganizer(office, doorlist.url);
    await signIn(page, own);
    await silenceStream(page);
    await openScanner(page);
    await page.getByRole("button", { name: "Find guest" }).click();
    await endSessionsOf(office, own);
    await page.getByRole("searchbox").fill("ada");
    await expectEnded(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await office.call.dispose();
  });

  test("when the same session is signed out in another browser", { tag: "@desktop" }, async ({
    page,
    doorlist,
    browser,
  }) => {
    await signIn(page, OLIVE);
    await openScanner(page);
    const storageState = await page.context().storageState();
    const other = await browser.newContext({ baseURL: doorlist.url, storageState });
    await logOut(other, doorlist.url);
    await expectEnded(page);
    await other.close();
  });

  test("when another tab signs out, and goes on once it signs in again", { tag: "@desktop" }, async ({
    page,
    doorlist,
  }) => {
    const office = await openOffice(doorlist.url, OLIVE);
    const guest = await office.attendee((await office.event()).id);
    await signIn(page, OLIVE);
    await openScanner(page);
    const other = await logOut(page.context(), doorlist.url);
    await expectEnded(page);
    await fillSignIn(other, OLIVE);
    await other.getByRole("button", { name: "Sign In" }).click();
    await other.waitForURL("/");
    await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
    await expect(page.getByText(ENDED)).toHaveCount(0);
    await page.bringToFront();
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    await office.call.dispose();
  });

  test("after eight hours", { tag: "@phone" }, async ({ page, watched }) => {
    // The clock may jump while the QR reader still loads: the reader is then given up, and started again.
    watched.expectTrouble(/The QR reader is not available It does not load/);
    await page.clock.install();
    await signIn(page, OLIVE);
    await openScanner(page);
    await page.clock.fastForward(EIGHT_HOURS - 60_000);
    await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
    await page.clock.fastForward(60_000);
    await expectEnded(page);
  });
});

test("a server that starts again ends no session: the door stays open, and scans", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|^50[234] from|A part of the screen could not be loaded/,
  );
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const guest = await office.attendee((await office.event()).id);
  await signIn(page, OLIVE);
  const reader = page.waitForResponse(/\.wasm$/);
  await openScanner(page);
  await (await reader).finished();
  await elsewhere.restart();
  await typeAtOnce(page, guest.qrCodeData);
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  await expect(page.getByText(ENDED)).toHaveCount(0);
  await office.call.dispose();
});

test("4.logout.2 who signs out at the door goes to /auth", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, OLIVE);
  await openScanner(page);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
  await expect(page.getByText(ENDED)).toHaveCount(0);
});
