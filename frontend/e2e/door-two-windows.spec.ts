import { expect, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { expectVerdict, openScanner, stage, typeAtOnce } from "./door";
import { GONE, saved } from "./outage";
import { OLIVE, SAM, type Staff } from "./server";
import { chooseEvent, signIn } from "./steps";
import { test } from "./test";

/** An entrance and an exit of one full house, each in its own window. */

const CAPACITY = 300;
/** A ticket is not scanned again within the cooldown. */
const COOLDOWN_MS = 3100;

async function scan(page: Page, guest: Attendee | undefined): Promise<string> {
  await page.waitForTimeout(COOLDOWN_MS);
  await typeAtOnce(page, guest?.qrCodeData ?? "");
  return guest?.fullName ?? "";
}

test("2.exit.1, 2.scan.333, 4.exit.17 of 300 of 300 inside one leaves and one comes in, also where the server is killed", {
  tag: "@desktop",
}, async ({ openElsewhere, browser, watched }) => {
  test.setTimeout(300_000);
  watched.expectTrouble(/409/);
  watched.expectTrouble(GONE);
  const { page: entrance, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const house = { date: "2031-05-17", capacity: CAPACITY, stopsAtCapacity: true, countsExits: true };
  const event = await office.event(house);
  const rows = Array.from({ length: CAPACITY + 2 }, (_, at) => ({
    fullName: `Guest ${String(at).padStart(3, "0")}`,
    phone: `+61 4 ${String(at).padStart(8, "0")}`,
    tableNumber: 1,
    paymentStatus: "paid",
  }));
  const data = { eventId: event.id, attendees: rows };
  expect((await office.call.post("/api/attendees/bulk-import", { data })).ok()).toBe(true);
  const guests = (await office.attendees(event.id)).sort((a, b) => a.fullName.localeCompare(b.fullName));
  for (const { qrCodeData } of guests.slice(0, CAPACITY - 1)) {
    const scanned = await office.call.post("/api/attendees/scan", { data: { qrData: qrCodeData } });
    expect(scanned.status()).toBe(200);
  }
  const [early, late] = guests;
  const [last, next, another] = guests.slice(CAPACITY - 1);

  const openDoor = async (page: Page, person: Staff) => {
    await signIn(page, person);
    await openScanner(page);
    await chooseEvent(page, event.id);
    await expect.poll(() => saved(page), { timeout: 30_000 }).toContain(another?.fullName);
    await page.getByRole("switch", { name: "Rapid mode" }).check();
  };
  const inside = (page: Page, count: number) =>
    expect(stage(page)).toContainText(`Inside ${count}`, { timeout: 30_000 });
  const other = await browser.newContext({ baseURL: elsewhere.url });
  watched.follow(other, new URL(elsewhere.url).host);
  const exit = await other.newPage();
  await openDoor(entrance, OLIVE);
  await openDoor(exit, SAM);
  await stage(exit).getByRole("radio", { name: "Out", exact: true }).check({ force: true });

  await expectVerdict(entrance, "Check-in Complete", await scan(entrance, last));
  await inside(exit, CAPACITY);
  await expectVerdict(entrance, "Full", await scan(entrance, next));
  await entrance.getByRole("button", { name: "Next guest" }).click();
  await expectVerdict(exit, "Goodbye", await scan(exit, early));
  await inside(entrance, CAPACITY - 1);
  await expectVerdict(entrance, "Check-in Complete", await scan(entrance, next));
  await inside(exit, CAPACITY);

  elsewhere.freeze();
  await expectVerdict(exit, "Goodbye", await scan(exit, late), "Not confirmed yet");
  // The entrance cannot know of that.
  await expectVerdict(entrance, "Full", await scan(entrance, another), "Not confirmed yet");
  await entrance.getByRole("button", { name: "Next guest" }).click();
  await elsewhere.restart({ kill: true });
  await inside(entrance, CAPACITY - 1);
  await expectVerdict(entrance, "Check-in Complete", await scan(entrance, another));

  const figures = async () =>
    (await office.call.get(`/api/attendees/figures?eventId=${event.id}`)).json() as Promise<object>;
  await expect
    .poll(figures, { timeout: 30_000 })
    .toMatchObject({ attended: CAPACITY + 2, inside: CAPACITY, left: 2 });
  await other.close();
  await office.call.dispose();
});
