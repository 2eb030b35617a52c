import { expect } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { expectVerdict, typeAtOnce } from "./door";
import { cards, expectLetInOnce, GONE, newGuests, openDoor, saved, scanLog } from "./outage";
import { OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** The clock of the device is wrong, or is set while people come. */

const HOUR = 60 * 60_000;

test("4.clock.1, 4.settle.9 a clock that is wrong and that is set holds no guest up, and neither ages nor the order follow it", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const guests = await newGuests(office, 4);
  const [first, second, third, fourth] = guests as [Attendee, Attendee, Attendee, Attendee];
  const setClock = (hoursAhead: number) => page.clock.setSystemTime(Date.now() + hoursAhead * HOUR);
  const letIn = async (guest: Attendee) => {
    await typeAtOnce(page, guest.qrCodeData);
    const line = "Not confirmed yet. Guest list from less than a minute ago.";
    await expectVerdict(page, "Check-in Complete", guest.fullName, line);
  };
  await setClock(1);
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  // The pause after each guest must end, whatever the clock shows.
  await page.getByRole("switch", { name: "Rapid mode" }).uncheck();

  elsewhere.freeze();
  await letIn(first);
  await setClock(-1);
  await letIn(second);
  await setClock(2);
  await letIn(third);
  elsewhere.thaw();
  await expectLetInOnce(elsewhere, [first, second, third]);
  expect(scanLog(elsewhere).map(({ attendee }) => attendee)).toEqual([first.id, second.id, third.id]);

  await setClock(-2);
  elsewhere.freeze();
  await letIn(fourth);
  elsewhere.thaw();
  await expectLetInOnce(elsewhere, guests);
  await expect(cards(page).getByRole("button")).toHaveCount(0);
  await office.call.dispose();
});

test("4.clock.520 a clock that was far behind and is put right ends neither the door nor its list", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const guests = await newGuests(office, 2);
  const [first, second] = guests as [Attendee, Attendee];
  const setClock = (hours: number) => page.clock.setSystemTime(Date.now() + hours * HOUR);
  await setClock(-20);
  await signIn(page, OLIVE);
  await openDoor(page, guests);
  await setClock(0);
  elsewhere.freeze();
  await typeAtOnce(page, first.qrCodeData);
  await expectVerdict(page, "Check-in Complete", first.fullName, "Not confirmed yet.");
  elsewhere.thaw();
  await expectLetInOnce(elsewhere, [first]);
  await page.reload();
  await expect(page.getByText("Arrived 1 of 2")).toBeVisible();
  expect(await saved(page)).toContain(second.fullName);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Create Event" })).toBeVisible();
  await office.call.dispose();
});
