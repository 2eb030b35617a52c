import { expect, type Page } from "@playwright/test";
import { type Attendee, type Event, type Office, openOffice } from "./api";
import { expectVerdict, scanNext, stage, turnDoor } from "./door";
import { GONE, openDoor } from "./outage";
import { OLIVE, SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** Check-in lists at the scanner, with the server and without it. */

interface Evening {
  office: Office;
  event: Event;
  /** The list's id by name. */
  lists: Record<string, number>;
  vip: Attendee;
  guest: Attendee;
}

const created = async (office: Office, path: string, data: object): Promise<{ id: number }> => {
  const answer = await office.call.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
};

/** An evening with a VIP backstage, a dinner for those at the entrance, and a shuttle. */
async function openEvening(page: Page, url: string): Promise<Evening> {
  const office = await openOffice(url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const type = await created(office, `/api/events/${event.id}/ticket-types`, { name: "VIP" });
  const lists: Record<string, number> = {};
  for (const { name, ...more } of [
    { name: "Backstage", rule: "reentry", ticketTypeIds: [type.id] },
    { name: "Dinner", rule: "once", needsEntrance: true, capacity: 2 },
    { name: "Shuttle", rule: "every" },
  ])
    lists[name] = (await created(office, `/api/events/${event.id}/check-in-lists`, { name, ...more })).id;
  const vip = await office.attendee(event.id, { ticketTypeId: type.id });
  const guest = await office.attendee(event.id);
  await signIn(page, OLIVE);
  await openDoor(page, [vip, guest]);
  return { office, event, lists, vip, guest };
}

const choose = (page: Page, list: string) => page.getByLabel("Check-in list").selectOption(list);

interface CheckIn {
  list: { name: string };
  times: number;
  inside: boolean;
}

/** The server's check-ins at lists: name, times, inside. */
async function checkInsOf(office: Office, { id }: Attendee): Promise<string[]> {
  const { checkIns } = (await (await office.call.get(`/api/attendees/${id}`)).json()) as {
    checkIns?: CheckIn[];
  };
  return (checkIns ?? []).map(({ list, times, inside }) => `${list.name} ${times}${inside ? " inside" : ""}`);
}

test("2.lists.1, 2.lists.2 dinner once, for guests who have come in", {
  tag: ["@main", "@phone"],
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, vip } = await openEvening(page, elsewhere.url);
  await choose(page, "Dinner");
  await expect(stage(page)).toContainText("Dinner");
  await scanNext(page, vip);
  await expectVerdict(page, "Not At The Entrance Yet", vip.fullName, "Send the guest to the entrance first");
  await expectAccessible(page);

  await choose(page, "Entrance");
  await scanNext(page, vip);
  await expectVerdict(page, "Check-in Complete", vip.fullName);
  await choose(page, "Dinner");
  await scanNext(page, vip);
  await expectVerdict(page, "Check-in Complete", vip.fullName);
  await expect(stage(page)).toContainText("Arrived 1 · capacity 2");
  await scanNext(page, vip);
  await expectVerdict(page, "Already Checked In", vip.fullName);
  expect(await checkInsOf(office, vip)).toEqual(["Dinner 1"]);

  // After a reload the door is still at its list.
  await page.reload();
  await expect(page.getByLabel("Check-in list")).toHaveValue(/\d/);
  await expect(stage(page)).toContainText("Dinner");
  await office.call.dispose();
});

test("2.lists.2, 2.lists.3 backstage for VIP, and a shuttle that counts each time, by name too", {
  tag: "@phone",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, vip, guest } = await openEvening(page, elsewhere.url);
  await office.scan(vip.qrCodeData);
  await choose(page, "Dinner");
  await scanNext(page, vip);
  await expectVerdict(page, "Check-in Complete", vip.fullName);

  await choose(page, "Backstage");
  await scanNext(page, guest);
  await expectVerdict(page, "Not For This List", guest.fullName, "This ticket has no type");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await stage(page).getByRole("button", { name: "Let in anyway" }).click();
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  await expect(stage(page)).toContainText("Inside 1 · Arrived 1");
  await turnDoor(page, "Out");
  await scanNext(page, guest);
  await expectVerdict(page, "Goodbye", guest.fullName);
  await expect(stage(page)).toContainText("Inside 0 · Arrived 1");

  await choose(page, "Shuttle");
  for (let ride = 0; ride < 2; ride++) {
    await scanNext(page, guest);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
  }
  await expect.poll(() => checkInsOf(office, guest)).toEqual(["Backstage 1", "Shuttle 2"]);
  expect(await checkInsOf(office, vip)).toEqual(["Dinner 1"]);
  // The lists change nothing at the entrance.
  expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });

  await page.reload();
  await expect(stage(page)).toContainText("Shuttle");
  await page.getByRole("button", { name: "Find guest" }).click();
  await page.getByRole("searchbox").fill(vip.fullName);
  await page.getByRole("button", { name: `Check in ${vip.fullName}` }).click();
  await expectVerdict(page, "Check-in Complete", vip.fullName);
  await expect.poll(() => checkInsOf(office, vip)).toContain("Shuttle 1");
  await page
    .getByRole("button", { name: `Undo the check-in of ${vip.fullName}` })
    .first()
    .click();
  await expect.poll(() => checkInsOf(office, vip)).toEqual(["Dinner 1"]);
  expect(await office.findAttendee(vip.id)).toMatchObject({ attended: true });
  await office.call.dispose();
});

test("4.lists.1 a frozen server holds up no list, and is told of all check-ins with their list", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, vip, guest } = await openEvening(page, elsewhere.url);
  elsewhere.freeze();
  await choose(page, "Dinner");
  await scanNext(page, guest);
  await expectVerdict(page, "Not At The Entrance Yet", guest.fullName, "Not confirmed yet");
  await choose(page, "Entrance");
  await scanNext(page, guest);
  await expectVerdict(page, "Check-in Complete", guest.fullName, "Not confirmed yet");
  await choose(page, "Dinner");
  await scanNext(page, guest);
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  await scanNext(page, guest);
  await expectVerdict(page, "Already Checked In", guest.fullName, "Not confirmed yet");
  await choose(page, "Backstage");
  await scanNext(page, guest);
  await expectVerdict(page, "Not For This List", guest.fullName);
  await scanNext(page, vip);
  await expectVerdict(page, "Check-in Complete", vip.fullName);
  await turnDoor(page, "Out");
  await scanNext(page, vip);
  await expectVerdict(page, "Goodbye", vip.fullName);
  await turnDoor(page, "In");
  await scanNext(page, vip);
  await expectVerdict(page, "Welcome Back", vip.fullName);
  await choose(page, "Shuttle");
  for (let ride = 0; ride < 2; ride++) {
    await scanNext(page, guest);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
  }
  await expect(stage(page)).toContainText("Arrived 1");

  elsewhere.thaw();
  await expect.poll(() => checkInsOf(office, guest), { timeout: 45_000 }).toEqual(["Dinner 1", "Shuttle 2"]);
  await expect.poll(() => checkInsOf(office, vip)).toEqual(["Backstage 2 inside"]);
  expect(await office.findAttendee(guest.id)).toMatchObject({ attended: true });
  expect(await office.findAttendee(vip.id)).toMatchObject({ attended: false });
  await expect(page.getByRole("region", { name: "Check Again" }).getByRole("button")).toHaveCount(0);
  await office.call.dispose();
});

test("2.lists.4 a list that was deleted stays chosen until a person chooses another", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/400/);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, lists, guest } = await openEvening(page, elsewhere.url);
  await choose(page, "Shuttle");
  expect((await office.call.delete(`/api/check-in-lists/${lists.Shuttle}`)).status()).toBe(204);
  await expect(stage(page)).toContainText("Deleted list");
  await scanNext(page, guest);
  await expectVerdict(page, "Scan Failed", "This event has no such check-in list");
  expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });
  await choose(page, "Entrance");
  await scanNext(page, guest);
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  await office.call.dispose();
});
