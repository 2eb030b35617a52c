import { expect, type Page } from "@playwright/test";
import { type Attendee, type Office, openOffice } from "./api";
import { expectLoadedAhead, expectVerdict, openScanner, typeAtOnce } from "./door";
import { OLIVE, SAM } from "./server";
import { chooseEvent, signIn } from "./steps";
import { test } from "./test";

/** A server restored from a backup, and a door with records that the backup lacks. */

const GONE =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_INTERNET_DISCONNECTED|ERR_ABORTED|A part of the screen could not be loaded/;
const REFUSED = /401|403/;

async function openDoor(page: Page, eventId: number): Promise<void> {
  await signIn(page, OLIVE);
  await openScanner(page);
  await chooseEvent(page, eventId);
  await page.getByRole("switch", { name: "Rapid mode" }).click();
  await expectLoadedAhead(page);
}

const backUp = async (office: Office): Promise<string> =>
  (await (await office.call.post("/api/backup/create")).json()).filename;

async function restore(office: Office, filename: string): Promise<void> {
  const answer = await office.call.post("/api/backup/restore", { data: { filename } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Lets in one guest with the server, and one without it. Returns when the server recorded the first. */
async function letInTwo(
  page: Page,
  office: Office,
  [told, kept]: readonly [Attendee, Attendee],
): Promise<string> {
  await typeAtOnce(page, told.qrCodeData);
  await expectVerdict(page, "Check-in Complete", told.fullName);
  await expect.poll(async () => (await office.findAttendee(told.id)).attended).toBe(true);
  await expect(page.getByText(/Not confirmed/)).toHaveCount(0);
  const { attendedAt } = await office.findAttendee(told.id);
  await page.context().setOffline(true);
  await typeAtOnce(page, kept.qrCodeData);
  await expectVerdict(page, "Check-in Complete", kept.fullName, "Not confirmed yet");
  return attendedAt ?? "";
}

/** The guests enter again, the first of them since the time of the door. Returns that time. */
async function expectInSince(
  office: Office,
  guests: readonly [Attendee, Attendee],
  letInAt: string,
): Promise<string> {
  for (const { id, fullName } of guests) {
    await expect
      .poll(async () => (await office.findAttendee(id)).attended, { message: fullName, timeout: 60_000 })
      .toBe(true);
  }
  const attendedAt = (await office.findAttendee(guests[0].id)).attendedAt ?? "";
  const apart = Math.abs(Date.parse(attendedAt) - Date.parse(letInAt));
  expect(apart, `${attendedAt}, and before the restore ${letInAt}`).toBeLessThan(2000);
  return attendedAt;
}

test("4.settle.7 a door that goes on by its grant tells a server from an older backup what that lacks", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  watched.expectTrouble(REFUSED);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const guests = [await office.attendee(event.id), await office.attendee(event.id)] as const;
  await openDoor(page, event.id);
  await expect
    .poll(async () => (await office.call.get(`/api/door/grants?eventId=${event.id}`)).json())
    .toHaveLength(1);
  const backup = await backUp(office);
  const letInAt = await letInTwo(page, office, guests);

  await restore(office, backup);
  const after = await openOffice(elsewhere.url, SAM);
  for (const { id } of guests) expect(await after.findAttendee(id)).toMatchObject({ attended: false });
  await page.context().setOffline(false);
  await expectInSince(after, guests, letInAt);
  await expect(page.getByRole("region", { name: "Check Again" }).getByRole("button")).toHaveCount(0);
  await after.call.dispose();
  await office.call.dispose();
});

test("4.restore.512, 4.settle.7 a device that joined since the backup goes on without a sign-in", {
  tag: "@desktop",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  watched.expectTrouble(REFUSED);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const guests = [await office.attendee(event.id), await office.attendee(event.id)] as const;
  const backup = await backUp(office);
  await openDoor(page, event.id);
  await expect
    .poll(async () => (await office.call.get(`/api/door/grants?eventId=${event.id}`)).json())
    .toHaveLength(1);
  const letInAt = await letInTwo(page, office, guests);
  const [before] = await (await office.call.get(`/api/door/grants?eventId=${event.id}`)).json();

  await restore(office, backup);
  const after = await openOffice(elsewhere.url, SAM);
  await page.context().setOffline(false);
  await expectInSince(after, guests, letInAt);
  const [grant] = await (await after.call.get(`/api/door/grants?eventId=${event.id}`)).json();
  expect(grant).toMatchObject({ id: before.id, createdAt: before.createdAt });
  await after.call.dispose();
  await office.call.dispose();
});

test("4.restore.511, 7.lineage.4 a device whose grant was lost tells it after a sign-in, with the times of the door", {
  tag: "@desktop",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  watched.expectTrouble(REFUSED);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const guests = [await office.attendee(event.id), await office.attendee(event.id)] as const;
  const file = await (await office.call.get("/api/export/backup.json")).body();
  const backup = await backUp(office);
  await openDoor(page, event.id);
  await expect
    .poll(async () => (await office.call.get(`/api/door/grants?eventId=${event.id}`)).json())
    .toHaveLength(1);
  const letInAt = await letInTwo(page, office, guests);
  const [before] = await (await office.call.get(`/api/door/grants?eventId=${event.id}`)).json();

  // The restore of a file ends every grant, and a restore of a backup brings none back.
  const multipart = { file: { name: "backup.json", mimeType: "application/json", buffer: file } };
  expect((await office.call.post("/api/backup/restore-file", { multipart })).ok()).toBe(true);
  await restore(office, backup);
  const after = await openOffice(elsewhere.url, SAM);
  await page.context().setOffline(false);
  await signIn(page, OLIVE);
  await openScanner(page);
  const attendedAt = await expectInSince(after, guests, letInAt);
  const [grant] = await (await after.call.get(`/api/door/grants?eventId=${event.id}`)).json();
  expect(Date.parse(grant.createdAt)).toBeLessThan(Date.parse(attendedAt) + 60_000);
  expect(grant.id).not.toBe(before.id);
  await after.call.dispose();
  await office.call.dispose();
});

test("4.settle.8 after the restore of a file a door tells only what it has not told", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  watched.expectTrouble(REFUSED);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const guests = [await office.attendee(event.id), await office.attendee(event.id)] as const;
  const [told, kept] = guests;
  await openDoor(page, event.id);
  const file = await (await office.call.get("/api/export/backup.json")).body();
  await letInTwo(page, office, guests);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/door/scans"))
      sent.push(...request.postDataJSON().items.map((item: { key: string }) => item.key));
  });

  const answer = await office.call.post("/api/backup/restore-file", {
    multipart: { file: { name: "backup.json", mimeType: "application/json", buffer: file } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const list = page.waitForResponse(
    (response) => response.url().includes("/api/door/list") && response.ok(),
    {
      timeout: 60_000,
    },
  );
  await page.context().setOffline(false);
  await list;
  await expect
    .poll(async () => (await office.findAttendee(kept.id)).attended, { timeout: 60_000 })
    .toBe(true);
  await page.waitForTimeout(2000);
  expect((await office.findAttendee(told.id)).attended).toBe(false);
  expect(new Set(sent).size).toBe(1);
  await office.call.dispose();
});
