import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { type Event, unique } from "./api";
import { OLIVE } from "./server";
import {
  boxAtRest,
  chooseEvent,
  chosenEvent,
  expectAccessible,
  expectNoSidewaysScroll,
  expectToast,
  expectToastClear,
  hold,
  signIn,
  toasts,
} from "./steps";
import { test } from "./test";

const submit = (page: Page) => page.getByRole("button", { name: "Add Attendee & Generate QR Code" });

function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

const RESULT_BUTTONS = ["Share", "View/Download", "Add Another Attendee", "Back to Attendees", "Done"];

async function open(page: Page): Promise<void> {
  await page.goto("/add-attendee");
  await expect(submit(page)).toBeVisible();
}

async function fill(page: Page, event: Event, name: string): Promise<void> {
  await chooseEvent(page, event.id);
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Phone Number").fill("0400 000 000");
}

/** A button, or a link that looks like one. */
const control = (page: Page, name: string) =>
  page.getByRole("button", { name }).or(page.getByRole("link", { name }));

/** Holds a registration back until the returned function is called, or fails it, or loses its answer. */
async function onRegister(page: Page, what: "hold" | "abort" | "lose the answer"): Promise<() => void> {
  const { isOver, goOn } = hold();
  await page.route("**/api/attendees", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (what === "lose the answer") await route.fetch();
    if (what !== "hold") return route.abort();
    await isOver;
    return route.continue();
  });
  return goOn;
}

test("starts with a paid ticket at table 1, and offers every event by name and date", async ({
  page,
  office,
}) => {
  const event = await office.event({ date: "2037-12-05" });
  await open(page);
  await expect(page.getByLabel("Payment Status")).toHaveValue("paid");
  await expect(page.getByLabel("Table Number")).toHaveValue("1");
  await expect(page.getByLabel("Table Number")).toHaveAttribute("type", "number");
  await expect(page.getByLabel("Table Number")).toHaveAttribute("min", "1");
  const hint = page
    .getByText("paid, free, comp, partial")
    .or(page.getByPlaceholder("paid, free, comp, partial"));
  await expect(hint).toBeVisible();
  await chooseEvent(page, event.id);
  await expect(chosenEvent(page)).toContainText(event.name);
  await expect(chosenEvent(page)).toContainText("5 Dec 2037");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("says at each field what it lacks, and sends nothing", { tag: "@desktop" }, async ({ page, office }) => {
  await office.event();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await open(page);
  await chooseEvent(page, null);
  await page.getByLabel("Full Name").fill("  ");
  await page.getByLabel("Table Number").fill("0");
  await page.getByLabel("Payment Status").fill("");
  await submit(page).click();
  await expect(page.getByText("Please select an event", { exact: true })).toBeVisible();
  for (const label of ["Event", "Full Name", "Phone Number", "Table Number", "Payment Status"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/\w/);
  }
  expect(sent).toEqual([]);
  await expectAccessible(page);
});

test("2.add-attendee.940, 2.manage.945 a guest without a phone number and a table", {
  tag: "@desktop-first",
}, async ({ page, office }) => {
  const event = await office.event();
  const name = unique("Nadia Quist");
  await open(page);
  await chooseEvent(page, event.id);
  await page.getByLabel("Full Name").fill(name);
  await page.getByRole("button", { name: "No phone number" }).click();
  await page.getByRole("button", { name: "No table" }).click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await submit(page).click();
  await expectToast(page, "Success");
  const [guest] = await office.attendees(event.id);
  expect(guest).toMatchObject({ fullName: name, phone: "-", tableNumber: 0 });
  await page.goto(`/attendee-details/${guest?.id}`);
  await expect(page.getByText("No phone number")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("button", { name: "No table" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "No table" }).click();
  await page.getByLabel("Table Number").fill("5");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Updated Successfully");
  expect((await office.attendees(event.id))[0]).toMatchObject({ phone: "-", tableNumber: 5 });
});

test("2.add-attendee.7, 2.add-attendee.8, 4.add-attendee.2, 9.ticket.1, 9.ticket.970 shows the ticket and what can be done with it", {
  tag: "@main",
}, async ({ page, office }) => {
  const event = await office.event();
  const name = unique("Zoë O'Brien-Nuñez");
  await open(page);
  await fill(page, event, name);
  await page.getByLabel("Table Number").fill("41");
  await page.getByLabel("Payment Status").fill("comp");
  await submit(page).click();
  await expect(
    toasts(page).getByText("Attendee added and QR code generated!", { exact: true }),
  ).toBeVisible();
  for (const button of RESULT_BUTTONS) await expect(control(page, button)).toBeVisible();
  const [attendee] = await office.attendees(event.id);
  expect(attendee).toMatchObject({ fullName: name, tableNumber: 41, paymentStatus: "comp", attended: false });
  await expect(page.getByRole("img", { name: attendee?.invoiceNumber ?? "none" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await control(page, "View/Download").click();
  await expectToast(page, "Downloaded!");
  const picture = readFileSync(await (await download).path());
  const { width, height } = PNG.sync.read(picture);
  expect([width, height]).toEqual([800, 1200]);
  // 9.ticket.970
  expect(picture.length / 1024).toBeLessThan(220);

  await control(page, "Add Another Attendee").click();
  await expect(page.getByLabel("Full Name")).toHaveValue("");
  await expect(page.getByLabel("Phone Number")).toHaveValue("");
  await expect(page.getByLabel("Table Number")).toHaveValue("1");
  await expect(page.getByLabel("Payment Status")).toHaveValue("paid");
});

test("2.add-attendee.15, 2.add-attendee.16, 8.attendee.17 five tickets for one buyer from one form", {
  tag: ["@main", "@phone-first"],
}, async ({ page, office }) => {
  const event = await office.event();
  const name = unique("Rosa Martin");
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    navigator.canShare = () => true;
    navigator.share = async (content) => void shared.push(...(content?.files ?? []).map((file) => file.name));
  });
  await open(page);
  await fill(page, event, name);
  await page.getByLabel("How many").fill("5");
  await expect(page.getByLabel("How many")).toHaveAccessibleDescription(
    `The others are named ${name} (2) to (5)`,
  );
  await page.getByRole("button", { name: "unpaid", exact: true }).click();
  await submit(page).click();
  await Promise.all([
    expectToast(page, "Success", "5 attendees added and QR codes generated!"),
    expectToastClear(page),
  ]);
  for (const button of [...RESULT_BUTTONS, "Print"]) await expect(control(page, button)).toBeVisible();
  const made = (await office.attendees(event.id)).reverse();
  const names = [name, ...[2, 3, 4, 5].map((number) => `${name} (${number})`)];
  expect(made.map(({ fullName }) => fullName)).toEqual(names);
  expect(new Set(made.map((row) => `${row.phone} ${row.tableNumber} ${row.paymentStatus}`)).size).toBe(1);
  const tickets = page.getByRole("list", { name: "Tickets" }).getByRole("listitem");
  await expect(tickets).toHaveCount(5);
  for (const [index, { invoiceNumber }] of made.entries()) {
    await expect(tickets.nth(index).getByRole("img", { name: invoiceNumber })).toBeVisible();
  }
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await control(page, "Share").click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: string[] }).shared);
  await expect.poll(async () => (await shared()).length).toBe(5);
  const download = page.waitForEvent("download");
  await control(page, "View/Download").click();
  await expectToast(page, "Downloaded!");
  const zip = await download;
  expect(zip.suggestedFilename()).toMatch(/^Tickets .*\.zip$/);
  const content = await readFile(await zip.path(), "latin1");
  for (const { invoiceNumber, fullName } of made)
    expect(content).toContain(`${invoiceNumber} ${fullName}.png`);
  await control(page, "Print").click();
  await expect(page.getByText("5 tickets on 1 sheet")).toBeVisible();
});

test("2.add-attendee.13, 2.frame.13 the toast leaves the buttons of the result clear", async ({
  page,
  office,
}) => {
  const event = await office.event();
  await open(page);
  await fill(page, event, unique("Hurried Guest"));
  await submit(page).click();
  await expect(page.getByRole("img", { name: /^Ticket of/ })).toBeVisible();
  await expectToastClear(page);
});

test("2.add-attendee.9, 2.add-attendee.10 leads on with Done and with Back to Attendees", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  for (const [button, path] of [
    ["Done", "/"],
    ["Back to Attendees", "/manage-attendees"],
  ] as const) {
    await open(page);
    await fill(page, event, unique("Passing Guest"));
    await submit(page).click();
    await control(page, button).click();
    await expect(page).toHaveURL(path);
  }
});

test("2.add-attendee.10 from the list, leads back to its filters with the new guest in it", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  const name = unique("Filtered Guest");
  const list = `/manage-attendees?eventId=${event.id}&sort=name`;
  await office.attendee(event.id, { fullName: unique("Earlier Guest") });
  await page.goto(list);
  await page.getByRole("link", { name: "Add Attendee" }).click();
  await expect(submit(page)).toBeVisible();
  await fill(page, event, name);
  await submit(page).click();
  await page.getByRole("link", { name: "Back to Attendees" }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("link", { name })).toBeVisible();
});

test("2.add-attendee.901, 2.add-attendee.902, 2.add-attendee.1103 a guest who is on the list is named, opened, and may be added again", {
  tag: "@phone-first",
}, async ({ page, office }) => {
  const event = await office.event();
  const guest = await office.attendee(event.id, { fullName: unique("Zoë Nuñez"), phone: "+61 400 555 123" });
  await page.goto(`/add-attendee?eventId=${event.id}`);
  const place = await boxAtRest(submit(page));
  await page.getByLabel("Full Name").fill(guest.fullName.toLowerCase().replace("ë", "e"));
  await page.getByLabel("Phone Number").fill("0400 555 123");
  const hint = page.getByRole("status").filter({ hasText: `${guest.fullName} is already on this list` });
  await expect(hint).toContainText("Same name and phone number");
  await expect(hint).toBeInViewport({ ratio: 1 });
  // The name of this guest wraps.
  expect((await boxAtRest(hint))?.height).toBeLessThanOrEqual(60);
  expect(await boxAtRest(submit(page))).toEqual(place);
  for (const name of ["Table Number", "unpaid", "Notes"]) {
    const field = page.getByLabel(name, { exact: true }).or(page.getByRole("button", { name, exact: true }));
    await field.focus();
    expect(await field.evaluate(isUncovered), name).toBe(true);
  }
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await hint.click();
  await expect(page).toHaveURL(`/attendee-details/${guest.id}`);
  await page.getByRole("link", { name: "Back to Add Attendee" }).click();
  await expect(page.getByLabel("Phone Number")).toHaveValue("0400 555 123");
  await expect(hint).toBeVisible();
  await submit(page).click();
  await expect(page.getByRole("img", { name: /^Ticket of/ })).toBeVisible();
  expect(await office.attendees(event.id)).toHaveLength(2);
  await page.reload();
  await expect(page.getByRole("img", { name: /^Ticket of/ })).toBeVisible();
});

test("shares the picture where the device can, and downloads it where it cannot", { tag: "@phone" }, async ({
  page,
  office,
}) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    navigator.canShare = () => true;
    navigator.share = async (content) => {
      for (const file of content?.files ?? []) shared.push(`${file.type} ${file.name}`);
    };
  });
  const event = await office.event();
  await open(page);
  await fill(page, event, unique("Sharing Guest"));
  await submit(page).click();
  await control(page, "Share").click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual([expect.stringMatching(/^image\/png .*\.png$/)]);

  await page.evaluate(() => {
    navigator.canShare = () => false;
  });
  const download = page.waitForEvent("download");
  await control(page, "Share").click();
  await download;
  await expectToast(page, "Downloaded!");
});

test("2.add-attendee.1080 the result starts at the top, and the toast leaves the guest and the QR code clear", {
  tag: "@phone",
}, async ({ page, office }) => {
  const event = await office.event();
  await open(page);
  // The second result needs no further script: nothing else scrolls the page up.
  for (const name of [unique("First Guest"), unique("Second Guest")]) {
    await fill(page, event, name);
    await page.evaluate(() => window.scrollTo(0, 200));
    await submit(page).click();
    await expect(page.getByRole("img", { name })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const ticket = await boxAtRest(page.getByRole("img", { name }));
    const toast = await boxAtRest(
      toasts(page).getByText("Attendee added and QR code generated!", { exact: true }),
    );
    if (!ticket || !toast) throw new Error("no ticket, or no toast");
    // Guest and QR code are in the lower three quarters of the ticket.
    const isAbove = toast.y + toast.height < ticket.y + ticket.height / 4;
    expect(isAbove || toast.y > ticket.y + ticket.height).toBe(true);
    await control(page, "Add Another Attendee").click();
  }
});

test("8.attendee.4 says so when the ticket cannot be shared", { tag: "@phone" }, async ({
  page,
  office,
  watched,
}) => {
  watched.expectTrouble(/NotAllowedError|handed out/);
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  const event = await office.event();
  await open(page);
  await fill(page, event, unique("Unlucky Guest"));
  await submit(page).click();
  await control(page, "Share").click();
  await expect(toasts(page).getByText("Failed to copy or download ticket", { exact: true })).toBeVisible();
});

test("4.add-attendee.3 sells one ticket for a double tap on a slow network", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event();
  const goOn = await onRegister(page, "hold");
  await open(page);
  await fill(page, event, unique("Impatient Guest"));
  await submit(page).dblclick();
  await expect(page.getByRole("button", { name: "Adding..." })).toBeVisible();
  goOn();
  await expect(control(page, "Done")).toBeVisible();
  expect(await office.attendees(event.id)).toHaveLength(1);
});

test("sells one ticket when the answer was lost and the button is pressed again", {
  tag: "@desktop",
}, async ({ page, office }) => {
  const event = await office.event();
  await onRegister(page, "lose the answer");
  await open(page);
  await fill(page, event, unique("Patient Guest"));
  await submit(page).click();
  await expect(toasts(page).getByText("Failed to add attendee", { exact: true })).toBeVisible();
  await page.unrouteAll();
  await submit(page).click();
  await expect(control(page, "Done")).toBeVisible();
  expect(await office.attendees(event.id)).toHaveLength(1);
});

test("keeps what was typed when it fails", { tag: "@desktop" }, async ({ page, office }) => {
  const event = await office.event();
  await onRegister(page, "abort");
  await open(page);
  await fill(page, event, "Kept Guest");
  await submit(page).click();
  await expect(toasts(page).getByText("Failed to add attendee", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue("Kept Guest");
});

test("without any event it leads to making one", { tag: "@desktop" }, async ({ openEventless }) => {
  const page = await openEventless();
  await signIn(page, OLIVE);
  await page.goto("/add-attendee");
  await page.getByRole("main").getByRole("link", { name: "Create Event" }).click();
  await expect(page).toHaveURL("/create-event");
});
