import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { openOffice, unique } from "./api";
import { OLIVE } from "./server";
import { chooseFile, csv, windowsCsv, xlsx } from "./spreadsheet";
import {
  expectAccessible,
  expectEvent,
  expectNoSidewaysScroll,
  expectToast,
  failureIn,
  signIn,
  toasts,
  unfold,
} from "./steps";
import { test } from "./test";

const MANAGE = "Import CSV";
const BACKUP = "Import CSV/Excel";

const openEvent = async (page: Page, eventId: number): Promise<void> => {
  await page.goto(`/manage-attendees?eventId=${eventId}`);
  await expect(page.getByText(/^Showing \d+ of \d+ attendees$/)).toBeVisible();
  await unfold(page, "More actions");
};
const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const imports = (page: Page) => page.getByRole("region", { name: "Imports" });
const phone = () => `04${String(Date.now()).slice(-4)} ${unique("").replace(/\D/g, "").slice(-6)}`;

test("5.manage-import.1, 8.import.4 without an event chosen it asks for one", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  // A single event would be preselected.
  await office.event();
  await office.event();
  await page.goto("/manage-attendees");
  await page.getByRole("button", { name: MANAGE }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  await expect(dialog.getByText("Please select a specific event for import")).toBeVisible();
  await expectEvent(dialog, null);
});

test("2.edit-event.901 guests are imported into an event from its page, which leads to its passes", {
  tag: ["@main", "@desktop"],
}, async ({ page, office }) => {
  const event = await office.event();
  await office.event();
  const ada = unique("Ada");
  await page.goto(`/edit-event/${event.id}`);
  const file = csv("guests.csv", [
    ["Name", "Phone"],
    [ada, phone()],
  ]);
  const dialog = await chooseFile(page, "Import", file, MANAGE);
  await dialog.getByRole("button", { name: "Import 1 attendee" }).click();
  await expectToast(page, "Import Complete");
  await expect(imports(page)).toContainText("guests.csv");
  await expect(page.getByText("1 not arrived")).toBeVisible();
  expect(await office.attendees(event.id)).toMatchObject([{ fullName: ada }]);

  await page.getByRole("link", { name: "Passes" }).click();
  await expect(page.getByRole("button", { name: "New pass" })).toBeInViewport();
});

test("5.import.15 a check-in time that names no zone is of the device", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event();
  await openEvent(page, event.id);
  const file = csv("arrivals.csv", [
    ["Name", "Phone", "Attended", "Check-in Time"],
    [unique("Ada"), phone(), "Yes", "2026-06-20 19:05"],
  ]);
  const dialog = await chooseFile(page, MANAGE, file);
  await dialog.getByRole("button", { name: "Import 1 attendee" }).click();
  await expectToast(page, "Import Complete");
  const [ada] = (await office.attendees(event.id)) as unknown as { attendedAt: string }[];
  // Melbourne's winter, as the browser of these tests has it.
  expect(ada?.attendedAt).toBe("2026-06-20T09:05:00.000Z");
});

test("2.manage.9, 4.import.1, 4.import.3..6, 5.manage-import.2..5, 5.import.1, 8.import.1 last year's spreadsheet, with semicolons and Windows' letters", {
  tag: ["@main", "@desktop"],
}, async ({ page, office }) => {
  const event = await office.event();
  const [zoe, ben, cy] = [unique("Zoë Müller"), unique("Ben Okri"), unique("Cy Twombly")];
  const [first, second, third] = [phone(), phone(), phone()];
  const file = windowsCsv("Gäste 2025.csv", [
    ["Guest", "Mobile", "Table #", "Paid?"],
    [zoe, first, "12", "paid"],
    [ben, second, "", ""],
    ["", third, "4", "paid"],
    [cy, third, "by the window", "paid"],
  ]);
  await openEvent(page, event.id);
  const dialog = await chooseFile(page, MANAGE, file);
  await expect(dialog.getByRole("button", { name: "Import 2 attendees" })).toBeEnabled();
  await expect(dialog.getByText("Row 5", { exact: true })).toBeVisible();
  // 5.import.16
  await expect(dialog).toContainText(`It was read as Windows-1252: "${zoe}". If names look wrong`);
  await dialog.getByText("The first rows of the file").click();
  await expect(dialog.getByRole("cell", { name: zoe })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(await office.attendees(event.id)).toEqual([]);

  await dialog.getByRole("button", { name: "Import 2 attendees" }).click();
  await expectToast(page, "Import Complete", "2 attendees imported. 1 errors.");
  await expect(row(page, zoe)).toContainText("Table 12");
  await expect(row(page, ben)).toContainText("Table 1");
  await expect(row(page, ben).getByText("Free", { exact: true })).toBeVisible();
  await expect(imports(page)).toContainText("2 attendees imported · 1 error");
  const stored = (await office.attendees(event.id)) as unknown as { seller: { fullName: string } }[];
  expect(stored.map(({ seller }) => seller.fullName)).toEqual([OLIVE.fullName, OLIVE.fullName]);
  await expectAccessible(page);

  // 2.import.4
  const download = page.waitForEvent("download");
  await imports(page).getByRole("button", { name: "Download error list" }).click();
  const errors = readFileSync(await (await download).path(), "utf8");
  expect((await download).suggestedFilename()).toBe("Gäste 2025-errors.csv");
  expect(errors).toBe(
    `\ufeffRow,Guest,Column,Problem\r\n5,${cy},Table #,'by the window' is not a table number\r\n`,
  );

  // 4.import.4, 4.import.5: the same file again adds none, unless it is wished for.
  await expect(toasts(page)).toHaveCount(0);
  const again = await chooseFile(page, MANAGE, file);
  await expect(again.getByRole("button", { name: "Import 0 attendees" })).toBeDisabled();
  await expect(again.getByText(zoe).first()).toBeVisible();
  await again.getByRole("checkbox", { name: "Import duplicates too" }).check();
  await again.getByRole("button", { name: "Import 2 attendees" }).click();
  await expect(page.getByText(/^Showing 4 of/)).toBeVisible();
});

test("2.import.2, 2.import.7, 2.import.200, 2.import.201 columns that were not understood are asked for", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  const ada = unique("Ada Byron");
  const file = csv("odd.csv", [
    ["Wer", "Nummer", "Sitz"],
    [ada, phone(), "31"],
  ]);
  await openEvent(page, event.id);
  const dialog = await chooseFile(page, MANAGE, file);
  await expect(dialog.getByText("Answer 2 questions before you import")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Column with the name").selectOption("0");
  await dialog.getByLabel("Column with the phone").selectOption("1");
  await dialog.getByText("Columns", { exact: true }).click();
  await dialog.getByText("The first rows of the file").scrollIntoViewIfNeeded();
  await expect(dialog.getByRole("heading", { name: MANAGE })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel("Table Number").selectOption("Sitz");
  const guests = dialog.getByRole("region", { name: /^Preview of the first guests/ });
  await expect(guests).toContainText('Table Number from "Sitz"31');
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 1 attendee" }).click();
  await expect(row(page, ada)).toContainText("Table 31");
});

test("5.backup-import.1..3, 5.import.2, 3.attendee.5 an Excel file on the backup screen, each row with its event", {
  tag: "@desktop-first",
}, async ({ page, office }) => {
  const event = await office.event();
  const [ada, ben] = [unique("Ada Byron"), unique("Ben Okri")];
  const columns = ["Attendee Name", "Phone", "Event ID", "Table Number", "Payment Status", "Invoice Number"];
  const invoice = `OLD-${Date.now()}`;
  const file = xlsx("guests.xlsx", [
    [...columns, "Attended", "Check-in Time"],
    [ada, phone(), event.id, 9, "paid", invoice, "Yes", "2026-11-01T09:30:00Z"],
    [ben, phone(), event.id, "", "", "", "no", ""],
  ]);
  await page.goto("/backup-restore");
  const dialog = await chooseFile(page, BACKUP, file);
  await dialog.getByRole("button", { name: "Import 2 attendees" }).click();
  await expectToast(page, "Import Complete", "2 attendees imported. 0 errors.");
  await expect(imports(page).getByRole("listitem").first()).toContainText("guests.xlsx");
  await expectNoSidewaysScroll(page);

  await page.goto(`/manage-attendees?eventId=${event.id}`);
  await expect(row(page, ada)).toContainText("Table 9");
  await expect(row(page, ada).getByText("Attended", { exact: true })).toBeVisible();
  await expect(row(page, ben)).toContainText("No table");
  await expect(row(page, ben).getByText("pending", { exact: true })).toBeVisible();
  const stored = (await office.attendees(event.id)) as unknown as {
    soldBy: number | null;
    invoiceNumber: string;
  }[];
  expect(stored.map(({ soldBy }) => soldBy)).toEqual([null, null]);
  expect(stored.map(({ invoiceNumber }) => invoiceNumber)).toContain(invoice);
});

test("5.manage-import.4, 8.import.3, 8.import.5 a file that is no spreadsheet is refused in words", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  const file = { name: "poster.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%âãÏÓ\n") };
  await openEvent(page, event.id);
  await chooseFile(page, MANAGE, file);
  await expect(failureIn(page)).toContainText("Failed to parse CSV file");
  await expect(failureIn(page)).toContainText("Please check the file format.");
  await expectAccessible(page);
  await page.goto("/backup-restore");
  await chooseFile(page, BACKUP, file);
  await expect(failureIn(page)).toContainText("CSV Import Failed");
  await expect(failureIn(page)).toContainText("Please check the file format.");
  expect(await office.attendees(event.id)).toEqual([]);
});

test("8.import.2 with the network gone it says so, and goes on when it is back", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event();
  const file = csv("one.csv", [
    ["Name", "Phone"],
    [unique("Ada"), phone()],
  ]);
  await openEvent(page, event.id);
  await page.route("**/api/attendees/import", (route) => route.abort());
  const dialog = await chooseFile(page, MANAGE, file);
  await expect(failureIn(page)).toContainText("Failed to import attendees");
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("button", { name: "Import 1 attendee" })).toBeEnabled();
  await page.route("**/api/attendees/import", (route) => route.abort());
  await dialog.getByRole("button", { name: "Import 1 attendee" }).click();
  await expect(failureIn(page)).toContainText("Failed to import attendees");
  expect(await office.attendees(event.id)).toEqual([]);
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Import 1 attendee" }).click();
  await expectToast(page, "Import Complete", "1 attendees imported. 0 errors.");
});

test(
  "8.import.2 a file that was mended after it was chosen is asked for again",
  { tag: "@desktop" },
  async ({ page, office }, testInfo) => {
    const event = await office.event();
    const path = testInfo.outputPath("mended.csv");
    writeFileSync(path, `Name,Phone\n${unique("Ada")},${phone()}\n`);
    await openEvent(page, event.id);
    const dialog = await chooseFile(page, MANAGE, path);
    await expect(dialog.getByRole("button", { name: "Import 1 attendee" })).toBeEnabled();
    writeFileSync(path, `Name,Phone\n${unique("Ada")},${phone()}\n${unique("Ben")},${phone()}\n`);
    utimesSync(path, Date.now() / 1000 + 60, Date.now() / 1000 + 60);
    await dialog.getByRole("button", { name: "Import 1 attendee" }).click();
    await expect(failureIn(page)).toContainText(
      "The file has changed since you chose it. Please choose it again.",
    );
    await dialog.getByLabel("Spreadsheet with attendees").setInputFiles(path);
    await expect(dialog.getByRole("button", { name: "Import 2 attendees" })).toBeEnabled();
  },
);

test("4.import.7 a file on its way can be taken back", { tag: "@desktop" }, async ({ page, office }) => {
  const event = await office.event();
  const file = csv("slow.csv", [
    ["Name", "Phone"],
    [unique("Ada"), phone()],
  ]);
  await openEvent(page, event.id);
  const dialog = await chooseFile(page, MANAGE, file);
  await page.route("**/api/attendees/import", () => {});
  await dialog.getByRole("button", { name: "Import 1 attendee" }).click();
  await expect(dialog.getByRole("progressbar", { name: "Starting..." })).toBeAttached();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByRole("button", { name: "Import 1 attendee" })).toBeEnabled();
  await expect(toasts(page)).toHaveCount(0);
});

test("4.import.7 an import is undone as a whole, but not once somebody of it is in", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  const guests = (count: number) => [
    ["Name", "Phone"],
    ...Array.from({ length: count }, () => [unique("Guest"), phone()]),
  ];
  const undo = async (name: string) => {
    await page.getByRole("button", { name: `Undo import ${name}` }).click();
    const question = page.getByRole("dialog", { name: "Undo import" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Undo import" }).click();
  };
  await openEvent(page, event.id);
  const first = await chooseFile(page, MANAGE, csv("first.csv", guests(3)));
  await first.getByRole("button", { name: "Import 3 attendees" }).click();
  await expectToast(page, "Import Complete");
  await expect(page.getByText(/^Showing 3 of/)).toBeVisible();
  await undo("first.csv");
  await expectToast(page, "Import undone", "All attendees that came with it are deleted.");
  await expect(page.getByText(/^Showing 0 of/)).toBeVisible();
  expect(await office.attendees(event.id)).toEqual([]);

  // No live change reaches the page, so it still offers the undo.
  await page.route("**/api/live**", (route) => route.abort());
  await page.reload();
  const second = await chooseFile(page, MANAGE, csv("second.csv", guests(2)));
  await second.getByRole("button", { name: "Import 2 attendees" }).click();
  await expectToast(page, "Import Complete");
  await expect(page.getByText(/^Showing 2 of/)).toBeVisible();
  const [guest] = await office.attendees(event.id);
  await office.scan(guest?.qrCodeData ?? "");
  await undo("second.csv");
  await expectToast(page, "This import can no longer be undone");
  expect(await office.attendees(event.id)).toHaveLength(2);
});

test("2.import.3, 7.client.9 a long import outlives a reload and a dead network, and can be cancelled", {
  tag: "@desktop",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event();
  const rows = (from: number, to: number) => [
    ["Name", "Phone"],
    ...Array.from({ length: to - from }, (_, index) => [`Guest ${from + index}`, `0400 ${from + index}`]),
  ];
  await signIn(page, OLIVE);
  await openEvent(page, event.id);
  const importAll = async (file: string, from: number) => {
    const dialog = await chooseFile(page, MANAGE, csv(file, rows(from, from + 30_000)));
    // A busy machine reads a file of this length for longer than it hesitates over a click.
    await dialog.getByRole("button", { name: "Import 30,000 attendees" }).click({ timeout: 60_000 });
  };
  await importAll("many.csv", 0);
  const bar = page.getByRole("progressbar", { name: "Importing many.csv" });
  await expect(bar).toBeVisible();
  await page.reload();
  await expect(bar).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("No connection. The import goes on at the server.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(toasts(page)).toHaveText(/Import Complete.*30,000 attendees imported\. 0 errors\./, {
    timeout: 90_000,
  });
  await expect(page.getByText(/^Showing 30,000 of 30,000/)).toBeVisible();

  await importAll("more.csv", 30_000);
  await imports(page).getByRole("button", { name: "Cancel" }).click({ timeout: 60_000 });
  await expect(toasts(page).getByText("Import cancelled", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Showing 30,000 of 30,000/)).toBeVisible({ timeout: 60_000 });
  await office.call.dispose();
});
