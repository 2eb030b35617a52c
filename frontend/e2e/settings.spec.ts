import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { openOffice } from "./api";
import { DOORLIST, OLIVE, SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { NO_MEMORY, test } from "./test";

/** The settings of the installation, on a separate server, because they affect every screen. */

const TICKET_URL = "https://tickets.example.org";

function logo(): Buffer {
  const image = new PNG({ width: 60, height: 20 });
  for (let at = 0; at < image.data.length; at += 4) image.data.set([208, 32, 32, 255], at);
  return PNG.sync.write(image);
}

async function saveSettings(page: Page, change: () => Promise<void>) {
  await page.goto("/settings");
  await expect(page.getByLabel("Currency")).toBeVisible();
  await change();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The settings are in use on every screen.", { exact: true })).toBeVisible();
}

test("2.settings.1..5, 2.ticket.900, 2.ticket.902, 4.settings.7, 4.settings.1, 7.settings.5, 9.settings.1, 9.settings.2 a ticket has the logo and the text, in euros and in yen, by 24 hours and by 12", {
  tag: ["@main", "@desktop-first"],
}, async ({ browser, openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast", [
    "env",
    `DOORLIST_TICKET_URL=${TICKET_URL}`,
    DOORLIST,
  ]);
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event({
    name: "Spring Gala",
    date: "2031-05-17",
    time: "19:30",
    ticketPriceCents: 4500,
    venue: "Town Hall",
    address: "1 High Street, Melbourne",
    endTime: "23:30",
  });
  const guest = await office.attendee(event.id, { fullName: "Zoë Nuñez", paymentStatus: "unpaid" });
  await signIn(page, SAM);

  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "l.png", mimeType: "image/png", buffer: logo() });
  await expect(page.getByText("The logo is in use.", { exact: true })).toBeVisible();
  await saveSettings(page, async () => {
    await page.getByLabel("Name", { exact: true }).fill("The Grand Hall");
    await page.getByLabel("Accent colour", { exact: true }).fill("#6d1f7a");
    await expect(page.getByRole("list", { name: "Preview" }).getByRole("listitem")).toHaveCount(2);
    await page.getByLabel("Currency").selectOption("EUR");
    await expect(
      page.getByText(/^Amounts are not converted: \$45\.00 \(AUD\) will read €45\.00 \(EUR\)\./),
    ).toBeVisible();
    await page.getByLabel("Text on the ticket").fill("No refunds.\nDoors close at 23:00.");
    await expect(page.getByRole("list", { name: "Preview" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  await page.goto(`/attendee-details/${guest.id}`);
  await expect(page.getByText("€45.00").first()).toBeVisible();
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByLabel("Ticket Price (EUR)")).toHaveValue("45.00");
  await page.goto(`/qr-review/${guest.id}`);
  await expect(page.getByText("Sat 17 May 2031 at 19:30").first()).toBeVisible();

  // The guest's page and its picture.
  const context = await browser.newContext({ baseURL: elsewhere.url, storageState: NO_MEMORY });
  const ticket = await context.newPage();
  await ticket.goto(`/ticket#${encodeURIComponent(guest.qrCodeData)}`);
  await expect(ticket.getByText("The Grand Hall")).toBeVisible();
  await expect(ticket.getByText("No refunds. Doors close at 23:00.")).toBeVisible();
  await expect(ticket.getByText("Sat 17 May 2031 at 19:30 to 23:30")).toBeVisible();
  await expect(ticket.getByRole("link", { name: /Town Hall, 1 High Street/ })).toHaveAttribute(
    "href",
    /maps\/search.*Town%20Hall/,
  );
  const shown = ticket.locator("img[data-part=logo]");
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  const download = ticket.waitForEvent("download");
  await ticket.getByRole("button", { name: "Save picture" }).click();
  const { data } = PNG.sync.read(readFileSync(await (await download).path()));
  const red = data.filter((part, at) => at % 4 === 0 && part > 200 && (data[at + 1] ?? 0) < 40).length;
  expect(red).toBeGreaterThan(1000);
  await expectAccessible(ticket);

  // The sign-in screen, before anyone has signed in on this device.
  await ticket.goto("/auth");
  await expect(ticket.getByText("The Grand Hall").first()).toBeVisible();
  await expectAccessible(ticket);
  await context.close();

  await saveSettings(page, async () => {
    await page.getByLabel("Currency").selectOption("JPY");
    await page.getByLabel("12 hours: 7:30 pm").check();
    await page.getByLabel("Month first: Sat, Nov 21, 2026").check();
  });
  await page.goto(`/attendee-details/${guest.id}`);
  await expect(page.getByText("¥4,500").first()).toBeVisible();
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByLabel("Ticket Price (JPY)")).toHaveValue("4500");
  await page.goto("/");
  await expect(page.getByText(/Sat, May 17, 2031 at 7:30.PM/).first()).toBeVisible();
});

test("2.settings.1, 2.home.902, 2.route.900 an organizer is not led to the settings", {
  tag: "@desktop",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast", ["env", DOORLIST]);
  await signIn(page, OLIVE);
  await expect(page.getByRole("link", { name: "Manage Attendees" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await page.goto("/settings");
  await expect(page).toHaveURL(`${elsewhere.url}/`);
});

test("4.settings.8, 4.form.900 what was typed before a reload or on an earlier visit is saved without reverting what another super admin changed", {
  tag: "@desktop",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast", ["env", DOORLIST]);
  const sam = await openOffice(elsewhere.url, SAM);
  await signIn(page, SAM);
  await page.goto("/settings");
  await page.getByLabel("Name", { exact: true }).fill("The Grand Hall");
  expect((await sam.call.put("/api/settings", { data: { currency: "JPY" } })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByLabel("Currency")).toHaveValue("JPY");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("The Grand Hall");
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByText("Your unsaved changes are here again.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("The Grand Hall");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Your unsaved changes are here again.")).toHaveCount(0);
  await expect(page.getByText("The settings are in use on every screen.", { exact: true })).toBeVisible();
  const saved = await (await sam.call.get("/api/settings")).json();
  expect(saved).toMatchObject({ organisationName: "The Grand Hall", currency: "JPY" });
  await sam.call.dispose();
});

test("4.settings.3 what is no image is refused with a reason", { tag: "@desktop" }, async ({
  openElsewhere,
  watched,
}) => {
  watched.expectTrouble(/400/);
  const { page } = await openElsewhere("cast", ["env", DOORLIST]);
  await signIn(page, SAM);
  await page.getByRole("link", { name: "Settings" }).click();
  const file = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") };
  await page.getByLabel("Logo", { exact: true }).setInputFiles(file);
  await expect(page.getByText("Must be a PNG, JPEG or WebP image.", { exact: true })).toBeVisible();
  await expect(page.getByText("No logo", { exact: true })).toBeVisible();
});
