import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./steps";
import { SIGNED_OUT, test } from "./test";

const PATHS = [
  "/nowhere",
  "/edit-event",
  "/edit-event/",
  "/qr-review",
  "/attendee-success",
  "/attendee-details",
  "/auth/more",
  "/create-event/1",
  "/index.php",
];

test("2.notfound.1, 2.notfound.3 what is no screen is not found", { tag: "@desktop" }, async ({ page }) => {
  for (const path of PATHS) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
      await expect(page).toHaveURL(path);
    });
  }
});

test("the page is in order and leads home", { tag: "@main" }, async ({ page }) => {
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("link").click();
  await expect(page).toHaveURL("/");
});

test.describe("signed out", () => {
  test.use(SIGNED_OUT);

  test("2.notfound.2 an unknown path is not found either", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/nowhere");
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await expect(page).toHaveURL("/nowhere");
  });
});
