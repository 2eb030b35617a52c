import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { unique } from "./api";
import { expectVerdict, openScanner, upload } from "./door";
import { qrPicture } from "./film";
import { OLIVE } from "./server";
import { chooseEvent, chosenEvent, expectToast, fillSignIn } from "./steps";
import { SIGNED_OUT, test } from "./test";

const FOREIGN = qrPicture("https://example.org/menu");

/** The whole evening, through the screens alone: from signing in to the guest at the door. */
test.describe("the evening", () => {
  test.use(SIGNED_OUT);

  test("ends with the guest inside, by the camera at the door", { tag: ["@main", "@phone"] }, async ({
    page,
    office,
    openDoor,
  }) => {
    const guest = await sellTicket(page);

    const door = await openDoor({
      film: [
        { picture: guest.ticket, seconds: 2 },
        { picture: null, seconds: 3 },
        { picture: guest.ticket, seconds: 2 },
        { picture: null, seconds: 3 },
        { picture: FOREIGN, seconds: 2 },
        { picture: null, seconds: 3 },
      ],
    });
    await openScanner(door);
    await expect(door.getByText("No scans yet")).toBeVisible();
    await door.getByRole("button", { name: "Start" }).click();
    await expectVerdict(door, "Check-in Complete", guest.name, "Table 12");
    await expect(door.getByText("Cooldown (3s)", { exact: true })).toBeVisible();
    const [attendee] = await office.attendees(guest.eventId);
    expect(attendee).toMatchObject({ fullName: guest.name, attended: true });

    await expectVerdict(door, "Already Checked In", guest.name, OLIVE.fullName);
    await expectVerdict(door, "Invalid QR Code", "Format not recognised");
    await door.getByRole("button", { name: "Stop" }).click();
    const recent = door.getByRole("list").filter({ hasText: guest.name }).getByRole("listitem");
    await expect(recent).toContainText([/Already checked in/, /Checked in/]);
  });

  test("ends with the guest inside, by a picture of the ticket", { tag: "@desktop" }, async ({
    page,
    office,
  }) => {
    const guest = await sellTicket(page);
    await openScanner(page);
    await upload(page, guest.ticket);
    await expectVerdict(page, "Check-in Complete", guest.name, "Table 12");
    const [attendee] = await office.attendees(guest.eventId);
    expect(attendee).toMatchObject({ fullName: guest.name, attended: true });
    await upload(page, guest.ticket);
    await expectVerdict(page, "Already Checked In", guest.name, OLIVE.fullName);
    await upload(page, FOREIGN);
    await expectVerdict(page, "Invalid QR Code", "Format not recognised");
  });
});

/** Signs in, makes an event, registers a guest and downloads the ticket. */
async function sellTicket(page: Page) {
  await page.goto("/");
  await fillSignIn(page, OLIVE);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectToast(page, "Welcome back!", "Logged in as Olive Organizer");

  const eventName = unique("Midsummer Gala");
  await page.getByRole("link", { name: "Create Event" }).click();
  await page.getByLabel("Event Name").fill(eventName);
  await page.getByLabel("Event Date").fill("2037-11-21");
  await page.getByLabel("Event Time (Optional)").fill("19:30");
  await page.getByRole("main").getByRole("button", { name: "Create Event" }).click();
  await expectToast(page, "Success", "Event created successfully!");
  const entry = await page.getByRole("link", { name: eventName }).getAttribute("href");

  const name = unique("Grace Hopper");
  await page.getByRole("link", { name: "Add Attendee" }).click();
  await chooseEvent(page, Number(entry?.split("/").at(-1)));
  await expect(chosenEvent(page)).toHaveText(`${eventName} (Sat 21 Nov 2037)`);
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Phone Number").fill("+61 400 123 456");
  await page.getByLabel("Table Number").fill("12");
  await page.getByRole("button", { name: "Add Attendee & Generate QR Code" }).click();
  await expect(page.getByText("Attendee added and QR code generated!", { exact: true })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "View/Download" }).click();
  await expectToast(page, "Downloaded!");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\d{4}-\d{2}-\d{2}\.png$/);
  const ticket = readFileSync(await file.path());
  const { width, height } = PNG.sync.read(ticket);
  expect([width, height]).toEqual([800, 1200]);
  return { name, ticket, eventId: Number(entry?.split("/").pop()) };
}
