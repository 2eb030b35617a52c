import { expect, type Page } from "@playwright/test";
import { unique } from "./api";
import { expectAccessible, expectEvent } from "./steps";
import { test } from "./test";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
/** The picture of a key. */
const hint = (page: Page, key: string) => page.getByText(key, { exact: true });

test("2.keys.1, 7 `/` finds the search from anywhere in a long list", { tag: ["@main", "@desktop"] }, async ({
  page,
  office,
}) => {
  const event = await office.event();
  for (let guest = 0; guest < 30; guest += 1) await office.attendee(event.id);
  await page.goto(`/manage-attendees?eventId=${event.id}`);
  await expect(page.getByText("Showing 30 of")).toBeVisible();
  await expect(hint(page, "/")).toBeVisible();
  await page.mouse.wheel(0, 900);
  await page.getByRole("checkbox").nth(3).focus();
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toBeInViewport();
  await expect(search(page)).toHaveValue("");
  await expect(hint(page, "/")).toBeHidden();
  await page.keyboard.type("n/?");
  await expect(search(page)).toHaveValue("n/?");
  await expect(page).toHaveURL(/manage-attendees/);
});

test("2.keys.2 `n` adds to the evening that the list shows", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event({ name: unique("Supper") });
  await office.event();
  await page.goto(`/manage-attendees?eventId=${event.id}`);
  await expect(page.getByText("Showing 0 of")).toBeVisible();
  await page.keyboard.press("Control+n");
  await page.keyboard.press("n");
  await expect(page).toHaveURL(`/add-attendee?eventId=${event.id}`);
  await expectEvent(page, event.id);

  await page.goto("/");
  await expect(page.getByRole("link", { name: "Add Attendee" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page).toHaveURL("/add-attendee");
});

test("2.keys.3..5 `?` lists the keys and switches them off", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Add Attendee" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("n");
  await expect(help).toBeVisible();
  await help.getByRole("switch").press(" ");
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await page.reload();
  await expect(page.getByRole("link", { name: "Add Attendee" })).toBeVisible();
  await expect(hint(page, "n")).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(page).toHaveURL("/");
  await expect(help).toHaveCount(0);
});

test("2.keys.7 in a window as narrow as a phone's none shows", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/manage-attendees");
  await expect(hint(page, "/")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(hint(page, "/")).toBeHidden();
  await expect(hint(page, "n")).toBeHidden();
});

test("2.keys.7 a phone shows none, and none is live", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/manage-attendees");
  await expect(page.getByText(/^Showing/)).toBeVisible();
  await expect(hint(page, "/")).toBeHidden();
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeHidden();
  await page.keyboard.press("/");
  await expect(search(page)).not.toBeFocused();
});
