import { expect } from "@playwright/test";
import { openOffice, unique } from "./api";
import { OLIVE, SAM } from "./server";
import {
  expectAccessible,
  expectEvent,
  expectKeyTextClear,
  expectNoSidewaysScroll,
  expectToast,
  signIn,
} from "./steps";
import { test } from "./test";

test("leads to every screen and back", { tag: ["@main", "@desktop"] }, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Back", exact: true })).toHaveCount(0);
  for (const [entry, path] of [
    ["Create Event", "/create-event"],
    ["Add Attendee", "/add-attendee"],
    ["Manage Attendees", "/manage-attendees"],
    ["Scan Attendees", "/scan-attendees"],
    ["Backup & Restore", "/backup-restore"],
  ] as const) {
    await page.getByRole("link", { name: entry }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL("/");
  }
});

const FIVE_HOURS = 5 * 60 * 60 * 1000;
/** The day whose evening it is where these browsers are (contract 9.night.1). */
const tonight = () =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Australia/Melbourne" }).format(Date.now() - FIVE_HOURS);

test("2.home.22..25, 2.frame.640, 7.live.14 tonight's arrivals are seen without a click and move when a guest is scanned elsewhere", async ({
  openElsewhere,
}) => {
  // On a separate server, because other tests' events would be listed too.
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ name: "Lantern Supper", date: tonight(), ticketPriceCents: 4_500 });
  await office.event({ date: "2031-05-17" });
  const ada = await office.attendee(event.id, { paymentStatus: "unpaid" });
  await office.attendee(event.id);
  await signIn(page, OLIVE);
  await expectKeyTextClear(page, "Welcome back!", "of 2");
  const evening = page.getByRole("region", { name: "Lantern Supper" });
  const arrived = evening.getByText("Arrived", { exact: true }).locator("..");
  await expect(arrived).toHaveText(/^Arrived\s*0\s*of 2$/);
  await expect(arrived).toBeInViewport();
  await expect(evening).toContainText("1 guest owes $45.00");
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(1);

  await office.scan(ada.qrCodeData);
  await expect(arrived).toHaveText(/^Arrived\s*1\s*of 2$/);
  await expect(evening).toContainText("1 not arrived");
  await office.call.put(`/api/attendees/${ada.id}`, { data: { paymentStatus: "paid" } });
  await expect(evening).toContainText("Nothing owed");
  await office.call.patch(`/api/attendees/${ada.id}/attendance`, { data: { attended: false } });
  await expect(arrived).toHaveText(/^Arrived\s*0\s*of 2$/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await evening.getByRole("link", { name: "Scan" }).click();
  await expect(page).toHaveURL("/scan-attendees");
  await expectEvent(page, event.id);
  await office.call.dispose();
});

test("shows the events with their moments and leads to each", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const timed = await office.event({ name: unique("Winter Ball"), date: "2037-12-05", time: "18:45" });
  const untimed = await office.event({ name: unique("Open Day"), date: "2037-12-06", time: null });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Your Events" })).toBeVisible();
  const first = page.getByRole("link", { name: timed.name });
  await expect(first).toContainText("5 Dec 2037 at 18:45");
  const second = page.getByRole("link", { name: untimed.name });
  await expect(second).toContainText("6 Dec 2037");
  await expect(second).not.toContainText(/ at |null/);
  await first.click();
  await expect(page).toHaveURL(`/edit-event/${timed.id}`);
});

test("counts events and attendees", { tag: "@desktop" }, async ({ page, office }) => {
  const event = await office.event();
  await office.attendee(event.id);
  await office.attendee(event.id);
  const events = await office.events();
  const attendees = (await office.attendees()).length;
  await page.goto("/");
  await expect(page.getByRole("main").getByText("Quick Overview")).toBeVisible();
  for (const [label, count] of [
    ["Total Events", events.length],
    ["Total Attendees", attendees],
  ] as const) {
    const figure = page.getByText(label, { exact: true }).locator("..");
    await expect(figure).toHaveText(new RegExp(`^${label}\\s*${count}$|^${count}\\s*${label}$`));
  }
});

test("2.frame.4, 2.frame.7, 2.frame.8 stands in the common frame", async ({ page, isMobile }) => {
  await page.goto("/");
  await expect(page.getByRole("banner")).toContainText(OLIVE.fullName);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  if (isMobile) return;
  const logout = page.getByRole("banner").getByRole("button", { name: "Logout" });
  await logout.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Logout");
});

test("2.frame.9 a dialog is a sheet at the lower edge", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: `${OLIVE.fullName}: change password` }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByLabel("Current password")).toBeVisible();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      const box = await sheet.boundingBox();
      return box && { left: box.x, width: box.width, bottom: Math.round(box.y + box.height) };
    })
    .toEqual({ left: 0, width, bottom: height });
});

test("is in order in light and dark", async ({ page, office }) => {
  await office.event({ name: `${unique("A very long name")} ${"of an evening ".repeat(10)}`.trim() });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Your Events" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("7.rest.8 an event that another screen made is there after the way back", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  await page.goto("/");
  const gone = await office.event();
  await page.goto(`/edit-event/${gone.id}`);
  await expect(page.getByLabel("Event Name")).toHaveValue(gone.name);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: gone.name })).toBeVisible();
});

test("2.home.6, 7 without events there is no list of them, and what is for super admins shows to them alone", {
  tag: "@desktop",
}, async ({ openEventless }) => {
  const page = await openEventless();
  for (const person of [OLIVE, SAM]) {
    await signIn(page, person);
    await expect(page.getByText("Quick Overview")).toBeVisible();
    await expect(page.getByText("Your Events")).toHaveCount(0);
    const forSuperAdmins = person.role === "super_admin" ? 1 : 0;
    await expect(page.getByRole("link", { name: "User Management" })).toHaveCount(forSuperAdmins);
    await expect(page.getByRole("link", { name: "Analytics Dashboard" })).toHaveCount(forSuperAdmins);
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth");
    // Only after the reload, which would empty a form that is being filled in.
    await expectToast(page, "Logged Out");
  }
});

test("2.home.903, 2.manage.901 any of 200 events is found with six keys, on the dashboard and in a picker", {
  tag: "@main",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const past = await office.event({ name: "Élan Ball", date: "2025-03-08" });
  for (let number = 1; number < 200; number++)
    await office.event({ name: `Supper ${number}`, date: number < 120 ? "2025-06-14" : "2031-06-14" });
  await signIn(page, OLIVE);
  const links = page.getByRole("link", { name: /^(Supper|Élan)/ });
  await expect(links).toHaveCount(80);
  const find = page.getByRole("searchbox", { name: "Find event" });
  await find.pressSequentially("elan");
  await expect(links).toHaveCount(1);
  await expect(links).toContainText("Past");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await find.fill("nowhere");
  await expect(page.getByText("No event matches. Try part of its name or its date.")).toBeVisible();
  await find.fill("");
  await page.getByRole("button", { name: "Past events (120)" }).click();
  await expect(links).toHaveCount(200);

  await page.goto("/manage-attendees");
  const picker = page.locator("button").and(page.getByRole("combobox", { name: "Event", exact: true }));
  await picker.focus();
  await page.keyboard.press("Enter");
  const options = page.getByRole("listbox", { name: "Find event" }).getByRole("option");
  await expect(options).toHaveCount(82);
  await expect(options.last()).toHaveText("Past events (120)");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.type("elan");
  await expect(options).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(picker).toHaveText("Élan Ball (Sat 8 Mar 2025)");
  await expect(picker).toBeFocused();
  await expectEvent(page, past.id);
  await expect(page).toHaveURL(new RegExp(`eventId=${past.id}`));

  await picker.press("ArrowDown");
  await expect(options).toHaveCount(201);
  await expect(options.and(page.getByRole("option", { selected: true }))).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expectEvent(page, past.id);
  await office.call.dispose();
});

test("a page begins at its top, whatever was in view before", { tag: "@phone" }, async ({ page, office }) => {
  const event = await office.event({ date: "2037-05-17" });
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByRole("button", { name: "Delete Event" })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  await page.getByRole("link", { name: "Duplicate event" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create Event" })).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
