import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { codeOf, previousCodeOf } from "./one-time-code";
import { type Doorlist, PYTHON, SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** Lets every sign-in be of an hour ago, in the server's own database. */
function ageSessions(elsewhere: Doorlist): void {
  const data = /Data is in (.+)/.exec(elsewhere.printed())?.[1] ?? "";
  const update = `import sqlite3, sys
from datetime import UTC, datetime, timedelta
then = (datetime.now(UTC) - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
with sqlite3.connect(sys.argv[1], timeout=10) as database:
    database.execute("UPDATE sessions SET created_at = ?, confirmed_at = NULL", (then,))`;
  execFileSync(PYTHON, ["-c", update, join(data, "doorlist.sqlite3")]);
}

const question = (page: Page) => page.getByRole("dialog", { name: "Confirm your password" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("2.confirm.865..867 a new super admin waits for the password, and nothing typed is lost", {
  tag: "@main",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast");
  await signIn(page, SAM);
  await page.goto("/user-management");
  await press(page, "Add User");
  const form = page.getByRole("dialog");
  await form.getByLabel("Username").fill("vera");
  await form.getByLabel("Full Name").fill("Vera New");
  await form.getByLabel("Role").selectOption("super_admin");
  await form.getByLabel("Password", { exact: true }).fill("nine lemons in a bowl");
  ageSessions(elsewhere);
  await form.getByRole("button", { name: "Add User" }).click();

  await expect(question(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(question(page).getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "Error" })).toHaveCount(0);
  await expect(form.getByLabel("Full Name")).toHaveValue("Vera New");

  await form.getByRole("button", { name: "Add User" }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.type("not my password");
  await page.keyboard.press("Enter");
  await expect(question(page)).toContainText("This is not your current password");
  await question(page).getByLabel("Password", { exact: true }).fill(SAM.password);
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "Vera New" })).toBeVisible();
});

test("2.confirm.865..867 a restored file is sent again after password and code", {
  tag: "@desktop",
}, async ({ openElsewhere }) => {
  // A code may have to wait for its period.
  test.slow();
  const { page, elsewhere } = await openElsewhere("cast");
  await signIn(page, SAM);
  const begun = await page.request.post("/api/me/second-factor", { data: { password: SAM.password } });
  const { secret } = (await begun.json()) as { secret: string };
  await page.request.post("/api/me/second-factor/confirm", { data: { code: await previousCodeOf(secret) } });
  await page.goto("/backup-restore");
  await press(page, "Restore JSON");
  const dialog = page.getByRole("dialog").last();
  const backup = {
    version: "1.0",
    exportDate: "2026-11-20T18:30:00Z",
    events: [],
    attendees: [],
    summary: {},
  };
  await page
    .locator('input[type="file"]')
    .last()
    .setInputFiles({
      name: "backup.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(backup)),
    });
  await dialog.getByLabel("Type RESTORE to confirm").fill("restore");
  ageSessions(elsewhere);
  await dialog.getByRole("button", { name: /^Restore/ }).click();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByLabel("Type RESTORE to confirm")).toHaveValue("restore");
  await dialog.getByRole("button", { name: /^Restore/ }).click();
  await question(page).getByLabel("Password", { exact: true }).fill(SAM.password);
  await press(page, "Confirm");
  // The browser does not know yet of the second factor that was set up elsewhere.
  const code = question(page).getByLabel("Code from the app, or a recovery code");
  await expect(code).toBeVisible();
  await code.fill("000000");
  await press(page, "Confirm");
  await expect(question(page)).toContainText("This code is wrong");
  await expectAccessible(page);
  await code.fill(codeOf(secret, 0));
  await press(page, "Confirm");
  await expect(dialog).toContainText("0 events and 0 attendees restored.");
});
