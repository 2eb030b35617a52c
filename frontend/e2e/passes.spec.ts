import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page } from "@playwright/test";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { answered } from "./api";
import { countTaps, expectLoadedAhead, expectVerdict, typeAsScanner } from "./door";
import { UNSURE } from "./outage";
import { pagePictures, pageTexts } from "./pdf";
import { OLIVE } from "./server";
import { chooseEvent, expectAccessible } from "./steps";
import { NO_MEMORY, test } from "./test";

async function qrTextsOf(picture: Buffer | ImageData): Promise<string[]> {
  const wasm = await readFile("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true });
  return (await readBarcodes(picture, { formats: ["QRCode"] })).map(({ text }) => text);
}

/** The texts of the QR codes on the screen. */
const qrTexts = async (page: Page): Promise<string[]> => qrTextsOf(await page.screenshot());

/** Makes a pass on /doors, which is open. Returns the link of its QR code. */
async function makePass(page: Page, door: string): Promise<string> {
  await page.getByRole("button", { name: "New pass" }).click();
  await page.getByRole("dialog").getByLabel("Door", { exact: true }).fill(door);
  await page.getByRole("button", { name: "Make pass" }).click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "QR code of the pass" })).toBeVisible();
  const [link = ""] = await qrTexts(page);
  expect(link).toMatch(/\/pass#[\w-]{43}$/);
  return link;
}

/** A helper's phone, which claims the pass of that link as Kim and has closed the check of the device. */
async function claim(browser: Browser, url: string, link: string): Promise<Page> {
  const phone = await (await browser.newContext({ storageState: NO_MEMORY, baseURL: url })).newPage();
  await phone.goto(link);
  await phone.getByLabel("Your name").fill("Kim");
  await phone.getByRole("button", { name: "Start" }).click();
  await expect(phone.getByRole("dialog")).toBeVisible();
  await phone.keyboard.press("Escape");
  return phone;
}

test("2.pass.290 2.pass.291 2.pass.292 2.pass.294 2.pass.296 2.pass.297 2.pass.530 a helper checks in with a pass until it is revoked", {
  tag: ["@main", "@phone-first"],
}, async ({ page, office, browser, doorlist }) => {
  const event = await office.event();
  const guest = await office.attendee(event.id);
  await page.goto("/doors");
  await chooseEvent(page, event.id);
  const link = await makePass(page, "Main entrance");
  await page.getByRole("button", { name: "Done" }).click();

  const phone = await (
    await browser.newContext({ storageState: NO_MEMORY, baseURL: doorlist.url })
  ).newPage();
  await phone.goto(link);
  const taps = await countTaps(phone);
  await expect(phone.getByRole("heading", { name: "Help at the door" })).toBeVisible();
  expect(phone.url()).toBe(`${doorlist.url}/pass`);
  await expectAccessible(phone);
  await phone.getByLabel("Your name").fill("Kim");
  await phone.getByRole("button", { name: "Start" }).click();
  const check = phone.getByRole("dialog");
  await expect(check).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(2);
  // 2.ready.530: nothing asks a helper to sign in.
  for (const [line, says] of [
    ["Tickets", "1 ticket"],
    ["Server", "Answers"],
    ["Sign-in", "your pass works until"],
  ] as const)
    await expect(check.getByRole("listitem").filter({ hasText: `${line}:` })).toContainText(says);
  await phone.keyboard.press("Escape");
  await expect(phone.getByText(/^Kim, Main entrance\. Your pass works until/)).toBeVisible();
  await expect(phone.getByRole("button", { name: /^(Sign in|Logout)$/ })).toHaveCount(0);
  await typeAsScanner(phone, guest.qrCodeData);
  await expectVerdict(phone, "Check-in Complete", guest.fullName);

  const row = page.getByRole("listitem").filter({ hasText: "Kim, Main entrance" });
  await expect(row).toContainText("In use");
  await row.getByRole("button", { name: "Replace the phone of Kim, Main entrance" }).click();
  await expect(page.getByRole("dialog")).toContainText("Pass for Kim, Main entrance");
  const [second = ""] = await qrTexts(page);
  await page.getByRole("button", { name: "Done" }).click();
  const spare = await claim(browser, doorlist.url, second);
  await expect(row.filter({ hasText: "In use" })).toHaveCount(1);

  await page.getByRole("button", { name: "Revoke the pass of Kim, Main entrance" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(spare.getByRole("alert").filter({ hasText: "Ask for a new pass." })).toBeVisible();

  await phone.goto(link);
  await phone.getByLabel("Your name").fill("Eve");
  await phone.getByRole("button", { name: "Start" }).click();
  await expect(phone.getByRole("alert")).toContainText(
    "This pass is already used on another device. Ask for a new one.",
  );
});

test("2.pass.293 2.pass.295 the card is printed, and its code opens the pass", {
  tag: "@desktop-first",
}, async ({ page, office }) => {
  const event = await office.event();
  await page.goto("/doors");
  await chooseEvent(page, event.id);
  const link = await makePass(page, "Gate B");
  // On the paper itself: the letters, and the code as it is read from it.
  const pdf = await page.pdf({ format: "A4" });
  const [card = "", ...others] = pageTexts(pdf);
  expect(others).toEqual([]);
  const [paper] = pagePictures(pdf);
  expect(await qrTextsOf(paper as unknown as ImageData)).toEqual([link]);
  for (const text of ["Gate B", event.name, "What the colours mean", "Amber", OLIVE.fullName])
    expect(card).toContain(text);
  await page.goto(link);
  await expect(page.getByText(`${OLIVE.fullName} is signed in on this phone.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out and start" })).toBeVisible();
});

test("6.pass.296, 2.pass.297 of a phone whose pass is revoked while it is offline nothing counts, and the desk is told", {
  tag: "@phone",
}, async ({ office, browser, doorlist }) => {
  const event = await office.event();
  const [before, meanwhile] = [await office.attendee(event.id), await office.attendee(event.id)];
  const pass = await answered<{ id: number; secret: string }>(
    office.call.post("/api/door/passes", { data: { eventId: event.id, door: "Gate B" } }),
  );
  const phone = await claim(browser, doorlist.url, `/pass#${pass.secret}`);
  await expectLoadedAhead(phone);
  await typeAsScanner(phone, before.qrCodeData);
  await expectVerdict(phone, "Check-in Complete", before.fullName);
  await expect
    .poll(() => office.findAttendee(before.id))
    .toMatchObject({ attended: true, checkInDoor: { door: "Gate B", helper: "Kim" } });

  await phone.context().setOffline(true);
  await typeAsScanner(phone, meanwhile.qrCodeData);
  await expectVerdict(phone, "Check-in Complete", meanwhile.fullName, UNSURE);
  expect((await office.call.delete(`/api/door/passes/${pass.id}`)).status()).toBe(204);
  await phone.context().setOffline(false);
  await expect(phone.getByRole("alert").filter({ hasText: "Ask for a new pass." })).toBeVisible();
  const conflicts = () =>
    answered<{ items: { kind: string; count: number | null }[] }>(
      office.call.get("/api/door/conflicts", { params: { eventId: event.id } }),
    );
  await expect
    .poll(async () => (await conflicts()).items.map(({ kind, count }) => [kind, count]))
    .toEqual([["revoked_device", 1]]);
  expect(await office.findAttendee(meanwhile.id)).toMatchObject({ attended: false });
  await phone.context().close();
});

test("6.pass.531 a scan that is on its way as its pass is revoked lets nobody in, and the phone says why", {
  tag: "@phone",
}, async ({ office, browser, doorlist }) => {
  const event = await office.event();
  const guest = await office.attendee(event.id);
  const pass = await answered<{ id: number; secret: string }>(
    office.call.post("/api/door/passes", { data: { eventId: event.id, door: "Gate B" } }),
  );
  const phone = await claim(browser, doorlist.url, `/pass#${pass.secret}`);
  await expectLoadedAhead(phone);
  await phone.route("**/api/attendees/scan", async (route) => {
    expect((await office.call.delete(`/api/door/passes/${pass.id}`)).status()).toBe(204);
    await route.continue();
  });
  const refused = phone.waitForResponse("**/api/attendees/scan");
  await typeAsScanner(phone, guest.qrCodeData);
  expect((await refused).status()).toBe(403);
  await expect(phone.getByRole("alert").filter({ hasText: "Ask for a new pass." })).toBeVisible();
  await expect(phone.getByRole("heading", { name: "Check-in Complete" })).toHaveCount(0);
  expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });
  await phone.context().close();
});
