import { expect, type Page } from "@playwright/test";
import { type Attendee, type Office, openOffice } from "./api";
import { expectVerdict, scanNext, stage, turnDoor, typeAtOnce } from "./door";
import { GONE, openDoor } from "./outage";
import { OLIVE, SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** Guests leave and come back, with the server and without it. */

interface Evening {
  office: Office;
  guests: [Attendee, Attendee, Attendee];
}

async function openEvening(page: Page, url: string, values: { reentry?: boolean } = {}): Promise<Evening> {
  const office = await openOffice(url, SAM);
  const event = await office.event({ date: "2031-05-17", countsExits: true, ...values });
  const guests: Attendee[] = [];
  for (let made = 0; made < 3; made++) guests.push(await office.attendee(event.id));
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  return { office, guests: guests as Evening["guests"] };
}

async function scan(page: Page, direction: "In" | "Out", guest: Attendee): Promise<void> {
  await turnDoor(page, direction);
  await scanNext(page, guest);
}

const recent = (page: Page, guest: Attendee) =>
  page.getByRole("listitem").filter({ hasText: guest.fullName });

test("2.exit.1, 2.exit.2, 2.exit.3 a guest leaves, comes back, and leaves again by name", {
  tag: ["@main", "@phone"],
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, guests } = await openEvening(page, elsewhere.url);
  const [guest, absent] = guests;
  await scan(page, "In", guest);
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  await expect(stage(page)).toContainText("Inside 1 · Arrived 1 of 3");

  await scan(page, "Out", guest);
  await expectVerdict(page, "Goodbye", guest.fullName);
  await expectAccessible(page);
  await expect(stage(page)).toContainText("Inside 0 · Arrived 1 of 3");
  await expect.poll(() => office.findAttendee(guest.id)).toMatchObject({ attended: true, inside: false });
  await scan(page, "Out", guest);
  await expectVerdict(page, "Not Inside", guest.fullName, "Left at");
  await scan(page, "Out", absent);
  await expectVerdict(page, "Not Inside", absent.fullName, "Not arrived");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await scan(page, "In", guest);
  await expectVerdict(page, "Welcome Back", guest.fullName, "Left at");
  await expectAccessible(page);
  await expect.poll(() => office.findAttendee(guest.id)).toMatchObject({ attended: true, inside: true });

  // After a reload the door is still at the exit.
  await turnDoor(page, "Out");
  await page.reload();
  await expect(stage(page).getByRole("radio", { name: "Out", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Find guest" }).click();
  await page.getByRole("searchbox").fill(guest.fullName);
  await page.getByRole("button", { name: `Check out ${guest.fullName}` }).click();
  await expectVerdict(page, "Goodbye", guest.fullName);
  await page.getByRole("button", { name: `Undo the exit of ${guest.fullName}` }).click();
  await expect(recent(page, guest).first()).toContainText("Undone");
  await expect.poll(() => office.findAttendee(guest.id)).toMatchObject({ inside: true, leftAt: null });
  await office.call.dispose();
});

test("2.exit.4 where nobody may come back the door says so, and staff may let them in", {
  tag: "@phone",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, guests } = await openEvening(page, elsewhere.url, { reentry: false });
  const [guest] = guests;
  await scan(page, "In", guest);
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  await scan(page, "Out", guest);
  await expectVerdict(page, "Goodbye", guest.fullName);
  await scan(page, "In", guest);
  await expectVerdict(page, "Already Left", guest.fullName, "Left at");
  await expectAccessible(page);
  await expect.poll(() => office.findAttendee(guest.id)).toMatchObject({ inside: false });
  await stage(page).getByRole("button", { name: "Let in anyway" }).click();
  await expectVerdict(page, "Welcome Back", guest.fullName);
  await expect.poll(() => office.findAttendee(guest.id)).toMatchObject({ inside: true });
  await office.call.dispose();
});

test("4.exit.17 a frozen server holds up neither exits nor returns, and is told of all of them", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const { office, guests } = await openEvening(page, elsewhere.url);
  const [smoker, leaver, late] = guests;
  for (const guest of [smoker, leaver]) {
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
  }
  elsewhere.freeze();
  for (const guest of [smoker, leaver]) {
    await scan(page, "Out", guest);
    await expectVerdict(page, "Goodbye", guest.fullName, "Not confirmed yet");
  }
  await page.getByRole("button", { name: "One more left without a scan" }).click();
  await expect(page.getByText("1 left without a scan")).toBeVisible();
  await scan(page, "Out", late);
  await expectVerdict(page, "Not Inside", late.fullName, "Not arrived");
  await scan(page, "In", smoker);
  await expectVerdict(page, "Welcome Back", smoker.fullName, "Left at", "Not confirmed yet");
  await scan(page, "In", late);
  await expectVerdict(page, "Check-in Complete", late.fullName);
  await expect(stage(page)).toContainText("Inside 1");

  elsewhere.thaw();
  const state = async ({ id }: Attendee) => {
    const { attended, inside } = await office.findAttendee(id);
    return { attended, inside };
  };
  const all = () => Promise.all(guests.map(state));
  await expect.poll(all, { timeout: 45_000 }).toEqual([
    { attended: true, inside: true },
    { attended: true, inside: false },
    { attended: true, inside: true },
  ]);
  const figures = async () =>
    (await (await office.call.get(`/api/doors?eventId=${guests[0].eventId}`)).json()) as object;
  await expect.poll(figures).toMatchObject({ arrived: 3, inside: 1, left: 1, leavers: 1 });
  await expect(page.getByRole("region", { name: "Check Again" }).getByRole("button")).toHaveCount(0);
  await page.reload();
  await expect(stage(page)).toContainText("Inside 1 · Arrived 3 of 3");
  await expect(recent(page, leaver).first()).toContainText("Left");
  await office.call.dispose();
});
