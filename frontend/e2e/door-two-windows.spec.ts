import { expect, type Page } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { expectVerdict, scanNext, stage, turnDoor } from "./door";
import { GONE, openDoor } from "./outage";
import { OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** An entrance and an exit of one full house, each in its own window. */

const CAPACITY = 300;
test("2.exit.1, 2.scan.333, 4.exit.17 of 300 of 300 inside one leaves and one comes in, also where the server is killed", {
  tag: "@desktop",
}, async ({ openElsewhere, browser, watched }) => {
  test.setTimeout(300_000);
  watched.expectTrouble(/409/);
  watched.expectTrouble(GONE);
  // The server is killed, perhaps with a file on its way.
  watched.expectTrouble(/ERR_CONTENT_LENGTH_MISMATCH/);
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
  const [early, late] = guests as [Attendee, Attendee];
  const [last, next, another] = guests.slice(CAPACITY - 1) as [Attendee, Attendee, Attendee];
  const inside = (page: Page, count: number) => expect(stage(page)).toContainText(`Inside ${count}`);
  const other = await browser.newContext({ baseURL: elsewhere.url });
  watched.follow(other, new URL(elsewhere.url).host);
  const exit = await other.newPage();
  await signIn(entrance, OLIVE);
  await openDoor(entrance, guests);
  await signIn(exit, SAM);
  await openDoor(exit, guests);
  await turnDoor(exit, "Out");

  await expectVerdict(entrance, "Check-in Complete", await scanNext(entrance, last));
  await inside(exit, CAPACITY);
  await expectVerdict(entrance, "Full", await scanNext(entrance, next));
  await entrance.getByRole("button", { name: "Next guest" }).click();
  await expectVerdict(exit, "Goodbye", await scanNext(exit, early));
  await inside(entrance, CAPACITY - 1);
  await expectVerdict(entrance, "Check-in Complete", await scanNext(entrance, next));
  await inside(exit, CAPACITY);

  elsewhere.freeze();
  await expectVerdict(exit, "Goodbye", await scanNext(exit, late), "Not confirmed yet");
  // The entrance cannot know of that.
  await expectVerdict(entrance, "Full", await scanNext(entrance, another), "Not confirmed yet");
  await entrance.getByRole("button", { name: "Next guest" }).click();
  await elsewhere.restart({ kill: true });
  await inside(entrance, CAPACITY - 1);
  await expectVerdict(entrance, "Check-in Complete", await scanNext(entrance, another));

  const figures = async () =>
    (await office.call.get(`/api/attendees/figures?eventId=${event.id}`)).json() as Promise<object>;
  await expect.poll(figures).toMatchObject({ attended: CAPACITY + 2, inside: CAPACITY, left: 2 });
  await other.close();
  await office.call.dispose();
});
