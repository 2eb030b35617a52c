import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { COOLDOWN_MS, expectVerdict, openScanner, stage, typeAtOnce } from "./door";
import { OLIVE, SAM, type Staff } from "./server";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** The door decides alone: its server is frozen, or its network is gone. */

const GONE = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_INTERNET_DISCONNECTED|ERR_ABORTED/;

/** The contents of the guest list's database on the device, as text. */
const savedList = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("doorlist.door-list");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("lists").objectStore("lists").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );

/** Opens the scanner of an event and waits until its list, with these guests, is on the device. */
async function openDoor(page: Page, staff: Staff, guests: readonly Attendee[]): Promise<void> {
  await signIn(page, staff);
  await openScanner(page);
  await chooseEvent(page, guests[0]?.eventId ?? null);
  for (const { fullName } of guests) await expect.poll(() => savedList(page)).toContain(fullName);
  await page.getByRole("switch", { name: "Rapid mode" }).click();
}

const recent = (page: Page, guest: Attendee) =>
  page.getByRole("listitem").filter({ hasText: guest.fullName });
const cards = (page: Page) => page.getByRole("region", { name: "Check Again" });

test("4.offline.1, 2, 6 a server that freezes while people queue holds nobody up, and is told of all of them", {
  tag: ["@main", "@phone"],
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const guests: Attendee[] = [];
  for (let count = 0; count < 4; count++) guests.push(await office.attendee(event.id));
  const [first, second, third, fourth] = guests as [Attendee, Attendee, Attendee, Attendee];
  await openDoor(page, OLIVE, guests);

  await typeAtOnce(page, first.qrCodeData);
  await expectVerdict(page, "Check-in Complete", first.fullName);
  await expect(page.getByText(/Not confirmed/)).toHaveCount(0);

  elsewhere.freeze();
  for (const guest of [second, third]) {
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(
      page,
      "Check-in Complete",
      guest.fullName,
      "Not confirmed yet. Guest list from less than a minute ago.",
    );
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.waitForTimeout(COOLDOWN_MS);
  await typeAtOnce(page, second.qrCodeData);
  await expectVerdict(page, "Already Checked In", second.fullName, "at this door", "Not confirmed yet.");
  await expect(stage(page).getByText(/^Offline/)).toBeVisible({ timeout: 10_000 });
  await typeAtOnce(page, fourth.qrCodeData);
  await expectVerdict(page, "Check-in Complete", fourth.fullName, "Not confirmed yet");
  await recent(page, fourth).getByRole("button", { name: /^Undo/ }).click();
  await expect(recent(page, fourth)).toContainText("Undone");

  elsewhere.thaw();
  await expect(page.getByText(/Not confirmed/)).toHaveCount(0, { timeout: 40_000 });
  await expect(cards(page).getByRole("button")).toHaveCount(0);
  const isIn = async (guest: Attendee) => (await office.findAttendee(guest.id)).attended;
  for (const guest of [first, second, third]) expect(await isIn(guest), guest.fullName).toBe(true);
  await expect.poll(() => isIn(fourth), { timeout: 40_000 }).toBe(false);
  await office.call.dispose();
});

test("4.offline.4, 4.offline.7 of two doors without each other, each is told where the other was first", {
  tag: "@phone",
}, async ({ openElsewhere, browser, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const [twice, once] = [await office.attendee(event.id), await office.attendee(event.id)];
  const other: BrowserContext = await browser.newContext({ baseURL: elsewhere.url });
  watched.follow(other, new URL(elsewhere.url).host);
  const gateB = await other.newPage();
  // A stream that is open survives the browser's own 'offline', so cut it: this door knows nothing of the other one.
  await page.route("**/api/live**", (route) => route.abort());
  await openDoor(page, OLIVE, [twice, once]);
  await openDoor(gateB, SAM, [twice, once]);

  await page.context().setOffline(true);
  await typeAtOnce(gateB, twice.qrCodeData);
  await expectVerdict(gateB, "Check-in Complete", twice.fullName);
  // A busy page knows the server's clock only to within seconds.
  await page.waitForTimeout(5000);
  await typeAtOnce(page, twice.qrCodeData);
  await expectVerdict(page, "Check-in Complete", twice.fullName, "Not confirmed yet");
  // A ticket that is sold at the desk meanwhile.
  const sold = await office.attendee(event.id);
  await typeAtOnce(page, sold.qrCodeData);
  await expectVerdict(page, "Invalid QR Code", "Not on this list. Was it sold after the list was loaded?");
  await stage(page).getByRole("button", { name: "Let in anyway" }).click();
  await expectVerdict(page, "Check-in Complete", "Not confirmed yet.");
  await expectAccessible(page);

  // The shown verdicts and the unsynced records are on the device.
  await page.context().setOffline(false);
  const card = cards(page).filter({ hasText: twice.fullName });
  await expect(card).toContainText("Already checked in at", { timeout: 40_000 });
  await expect(card).toContainText(SAM.fullName);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(card).toContainText("Already checked in at");
  await expect(cards(page).getByRole("button")).toHaveCount(1);
  await card.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(cards(page).getByRole("button")).toHaveCount(0);
  expect(await office.findAttendee(sold.id)).toMatchObject({ attended: true });
  await other.close();
  await office.call.dispose();
});

test("5.import.205 tickets of another tool that came with an import scan online, and by the list alone", {
  tag: "@phone-first",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const codes = ["z3fsn8jyufm5kpk768q69gkbyr5f4h6w", "https://tickets.example/check-in/evt-1?pk=g-XyZ"];
  const rows = codes.map((code, index) => `Kim ${index} ${event.id},0400 ${index},${code}`);
  const answer = await office.call.post("/api/attendees/import", {
    multipart: {
      file: {
        name: "tickets.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`Name,Phone,Barcode\n${rows.join("\n")}\n`),
      },
      eventId: String(event.id),
      keepTicketCodes: "true",
    },
  });
  expect(await answer.json()).toMatchObject({ imported: 2, errors: 0 });
  const guests = (await office.attendees(event.id)) as unknown as Attendee[];
  expect(guests.map(({ qrCodeData }) => qrCodeData).sort()).toEqual([...codes].sort());
  await openDoor(page, OLIVE, guests);

  const [online, apart] = guests as [Attendee, Attendee];
  await typeAtOnce(page, online.qrCodeData);
  await expectVerdict(page, "Check-in Complete", online.fullName);
  elsewhere.freeze();
  await typeAtOnce(page, apart.qrCodeData);
  await expectVerdict(page, "Check-in Complete", apart.fullName, "Not confirmed yet.");
  elsewhere.thaw();
  const isIn = async () => (await office.attendees(event.id)) as unknown as Attendee[];
  await expect.poll(async () => (await isIn()).every(({ attended }) => attended)).toBe(true);
});
