import { expect } from "@playwright/test";
import { openOffice, unique } from "./api";
import { SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signInAs } from "./steps";
import { test } from "./test";

test("2.activity.1..5 who did what: filters that a link keeps, a guest and back in place, and the guest's own card", {
  tag: "@main",
}, async ({ page, office, doorlist }) => {
  // Makes more than a page of edits, which takes a while.
  test.slow();
  const sam = await openOffice(doorlist.url, SAM);
  const event = await office.event();
  const guest = await office.attendee(event.id, { fullName: unique("Ada Lovelace"), tableNumber: 1 });
  for (let table = 2; table <= 130; table += 1) {
    const data = { tableNumber: table };
    expect((await sam.call.put(`/api/attendees/${guest.id}`, { data })).ok()).toBe(true);
  }
  const scan = { qrData: guest.qrCodeData, eventId: event.id, device: "Gate A" };
  expect((await sam.call.post("/api/attendees/scan", { data: scan })).ok()).toBe(true);

  // An organizer has the card, and no way to all of it.
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Activity" })).toHaveCount(0);
  await page.goto(`/attendee-details/${guest.id}`);
  await expect(page.getByText("Sam Superadmin let this guest in")).toBeVisible();
  await expect(page.getByText("from 129 to 130")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in Activity" })).toHaveCount(0);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByText("from 119 to 120")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/activity");
  await expect(page).toHaveURL("/");

  await signInAs(page, SAM);
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  await page.getByLabel("Person").selectOption({ label: "Sam Superadmin" });
  await page.getByLabel("Kind").selectOption({ label: "Guests" });
  await expect(page.getByText("signed in")).toHaveCount(0);
  await expect(page).toHaveURL(/kind=attendee/);
  await page.reload();
  await expect(page.getByLabel("Kind")).toHaveValue("attendee");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The list loads more on scrolling, and returning from a guest restores the position.
  const late = page.getByText("from 5 to 6", { exact: false });
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await page.evaluate(() => window.scrollBy(0, 4000));
    await expect(late).toBeVisible({ timeout: 500 });
  }).toPass();
  await late.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await late.getByRole("link").click();
  await page.getByRole("link", { name: "Back to Activity" }).click();
  await expect(late).toBeInViewport();
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place))
    .toBeLessThan(5);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/);
});
