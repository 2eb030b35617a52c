import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./steps";
import { test } from "./test";

test("2.route.9, 2.success.1..3 says so, then the QR code takes its place in the history", {
  tag: ["@main", "@desktop"],
}, async ({ page, office }) => {
  const guest = await office.attendee((await office.event()).id);
  await page.goto("/add-attendee");
  // The heading stays for two seconds.
  await page.goto(`/attendee-success/${guest.id}`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Registration Complete!", exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/qr-review/${guest.id}`);
  await expect(page.getByRole("heading", { name: guest.fullName })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/add-attendee");
});

test("2.success.1 is legible and fits", async ({ page, office }) => {
  // The page stays long enough for a check.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, delay?: number) => wait(run, delay === 2000 ? 60_000 : delay),
    });
  });
  const guest = await office.attendee((await office.event()).id);
  await page.goto(`/attendee-success/${guest.id}`);
  await expect(page.getByRole("heading", { name: "Registration Complete!" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("2.success.4 of an attendee who is not there it says so", { tag: "@phone-first" }, async ({
  page,
  watched,
}) => {
  watched.expectTrouble(/^404 from/);
  await page.goto("/attendee-success/999999");
  await expect(page.getByText("Attendee not found")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Registration Complete!" })).toHaveCount(0);
  await expectAccessible(page);
});
