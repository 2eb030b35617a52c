import { expect, type Locator, type Page, request } from "@playwright/test";
import { type Office, openOffice, unique } from "./api";
import { type Doorlist, OLIVE, SAM, type Staff } from "./server";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectToast,
  failureIn,
  fillSignIn,
  hold,
  signIn,
  toasts,
} from "./steps";
import { AS_SAM, test as base, NO_MEMORY } from "./test";

const PASSWORD = "nine lemons in a bowl";

/** API calls as Sam that prepare a test. */
const test = base.extend<object, { samsOffice: Office }>({
  samsOffice: [
    async ({ doorlist }, use) => {
      const office = await openOffice(doorlist.url, SAM);
      await use(office);
      await office.call.dispose();
    },
    { scope: "worker" },
  ],
});

interface Account {
  id: number;
  username: string;
  fullName: string;
}

async function makeUser({ call }: Office, role: Staff["role"] = "organizer"): Promise<Account> {
  const fullName = unique("Nora New");
  const username = fullName.toLowerCase().replaceAll(" ", "-");
  const answer = await call.post("/api/users", { data: { username, fullName, role, password: PASSWORD } });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as Account;
}

async function statusOfSignIn({ url }: Doorlist, username: string, password: string): Promise<number> {
  const stranger = await request.newContext({ baseURL: url, storageState: NO_MEMORY });
  const answer = await stranger.post("/api/login", { data: { username, password } });
  await stranger.dispose();
  return answer.status();
}

/** Sam before the cards. */
async function openUsers(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "User Management" }).click();
  await expect(page).toHaveURL("/user-management");
  await expect(card(page, OLIVE.fullName)).toBeVisible();
}

const card = (page: Page, fullName: string): Locator =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: fullName });

const button = (inside: Locator, name: string | RegExp) => inside.getByRole("button", { name });

test("2.guard.5 sends an organizer to /, who sees no way here either", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/user-management");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Create Event" })).toBeVisible();
  await expect(page.getByRole("link", { name: "User Management" })).toHaveCount(0);
});

test.describe("for a super admin", () => {
  test.use(AS_SAM);

  test("a form higher than the screen scrolls to its buttons", { tag: "@desktop" }, async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await openUsers(page);
    await page.getByRole("button", { name: "Add User" }).click();
    const dialog = page.getByRole("dialog", { name: "Add User" });
    await expect(button(dialog, "Add User")).not.toBeInViewport();
    await expect(async () => {
      await dialog.hover({ position: { x: 100, y: 20 } });
      await page.mouse.wheel(0, 1000);
      await expect(button(dialog, "Add User")).toBeInViewport({ ratio: 1, timeout: 500 });
    }).toPass();
  });

  test("2.route.12, 2.home.7, 2.users.1..3, 2.users.8 shows a card per user", async ({
    page,
    samsOffice,
  }) => {
    const nora = await makeUser(samsOffice);
    await openUsers(page);
    const noras = card(page, nora.fullName);
    await expect(noras).toContainText(nora.username);
    await expect(noras.getByText("Organizer", { exact: true })).toBeVisible();
    await expect(noras.getByText("Active", { exact: true })).toBeVisible();
    await expect(noras.getByText("Never", { exact: true })).toBeVisible();
    const sams = card(page, SAM.fullName).first();
    await expect(sams.getByText("Super Admin", { exact: true })).toBeVisible();
    await expect(sams.getByText(/^\d{1,2} \w{3,4} \d{4}$/)).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test("2.users.6, 5.users.3, 4.first.5, 7.call.28 adds somebody, who has to replace the password", {
    tag: ["@main", "@desktop"],
  }, async ({ page, browser, doorlist }) => {
    await openUsers(page);
    await page.getByRole("button", { name: "Add User" }).click();
    const dialog = page.getByRole("dialog", { name: "Add User" });
    await expect(dialog.getByLabel("Role")).toHaveValue("organizer");
    await button(dialog, "Add User").click();
    for (const label of ["Full Name", "Username", "Password"]) {
      await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
    }
    await expectAccessible(page);
    const fullName = unique("Ned Newcomer");
    await dialog.getByLabel("Full Name").fill(fullName);
    await dialog.getByLabel("Username").fill("OLIVE");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await button(dialog, "Add User").click();
    await expect(dialog.getByLabel("Username")).toHaveAccessibleDescription(/OLIVE is taken/);
    await expect(toasts(page)).toHaveCount(0);

    const username = fullName.toLowerCase().replaceAll(" ", "-");
    await dialog.getByLabel("Username").fill(username);
    await button(dialog, "Add User").click();
    await expectToast(page, "Success", "User added successfully");
    await expect(card(page, fullName)).toBeVisible();

    const context = await browser.newContext({ baseURL: doorlist.url, storageState: NO_MEMORY });
    const theirs = await context.newPage();
    await theirs.goto("/auth");
    await fillSignIn(theirs, { username, password: PASSWORD });
    await theirs.getByRole("button", { name: "Sign In" }).click();
    await expect(theirs.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
    await context.close();
  });

  test("2.users.4, 5.users.1, 5.users.2, 7.call.29 edits; a blank password stays", {
    tag: "@desktop",
  }, async ({ page, samsOffice, doorlist }) => {
    const nora = await makeUser(samsOffice);
    await openUsers(page);
    await button(card(page, nora.fullName), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit User" });
    await expect(dialog.getByLabel("Username")).toHaveValue(nora.username);
    await dialog.getByLabel("Username").fill("");
    await dialog.getByLabel("Full Name").fill(" ");
    await button(dialog, "Save").click();
    for (const label of ["Full Name", "Username"]) {
      await expect(dialog.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    }
    await expectAccessible(page);
    const fullName = unique("Nora Renamed");
    await dialog.getByLabel("Username").fill(nora.username);
    await dialog.getByLabel("Full Name").fill(fullName);
    await dialog.getByLabel("Role").selectOption("Super Admin");
    await button(dialog, "Save").click();
    await expectToast(page, "Success", "User updated successfully");
    await expect(card(page, fullName).getByText("Super Admin", { exact: true })).toBeVisible();
    expect(await statusOfSignIn(doorlist, nora.username, PASSWORD)).toBe(200);

    await button(card(page, fullName), "Edit").click();
    await dialog.getByLabel("New Password (Optional)").fill("eleven pears on a shelf");
    await dialog.getByLabel("Role").selectOption("Organizer");
    await button(dialog, "Save").click();
    await expect(dialog).toHaveCount(0);
    expect(await statusOfSignIn(doorlist, nora.username, PASSWORD)).toBe(401);
    expect(await statusOfSignIn(doorlist, nora.username, "eleven pears on a shelf")).toBe(200);
  });

  test("2.users.5, 2.users.7, 4.users.1..3, 5.users.5, 7.call.30, 7.call.31 deactivates after a question, and takes back", {
    tag: ["@main", "@desktop"],
  }, async ({ page, samsOffice, doorlist }) => {
    const nora = await makeUser(samsOffice);
    await openUsers(page);
    const noras = card(page, nora.fullName);
    await button(noras, "Deactivate").click();
    const dialog = page.getByRole("dialog", { name: "Deactivate User" });
    await expect(dialog).toContainText(`Are you sure you want to deactivate "${nora.fullName}"?`);
    await expectAccessible(page);
    await button(dialog, "Cancel").click();
    expect(await statusOfSignIn(doorlist, nora.username, PASSWORD)).toBe(200);

    await button(noras, "Deactivate").click();
    await button(dialog, "Deactivate").click();
    await expectToast(page, "Success", "User deactivated successfully");
    await expect(noras.getByText("Inactive", { exact: true })).toBeVisible();
    await expect(button(noras, "Edit")).toHaveCount(0);
    expect(await statusOfSignIn(doorlist, nora.username, PASSWORD)).toBe(401);

    await button(noras, "Reactivate").click();
    await expectToast(page, "Success", "User reactivated successfully");
    await expect(noras.getByText("Active", { exact: true })).toBeVisible();
    expect(await statusOfSignIn(doorlist, nora.username, PASSWORD)).toBe(200);
  });

  test("5.users.4, 8.users.3 nobody deactivates themselves", { tag: "@desktop" }, async ({ page }) => {
    await openUsers(page);
    await button(card(page, SAM.fullName).first(), "Deactivate").click();
    await expectToast(page, "Error", "Cannot deactivate yourself");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("8.users.1, 8.users.2 has words of its own when the server gives none", { tag: "@desktop" }, async ({
    page,
    samsOffice,
  }) => {
    const nora = await makeUser(samsOffice);
    await openUsers(page);
    await page.route("**/api/users/*", (route) => route.abort());
    await button(card(page, nora.fullName), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit User" });
    await dialog.getByLabel("Full Name").fill("Not yet stored");
    await button(dialog, "Save").click();
    await expect(failureIn(page)).toContainText("Failed to update user");
    await expect(dialog.getByLabel("Full Name")).toHaveValue("Not yet stored");
    await button(dialog, "Cancel").click();
    await button(card(page, nora.fullName), "Deactivate").click();
    await button(page.getByRole("dialog"), "Deactivate").click();
    await expectToast(page, "Error", "Failed to deactivate user");
  });

  test("says that it loads, and what to do when it fails", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/");
    let fails = true;
    const { isOver, goOn } = hold();
    await page.route("**/api/users", async (route) => {
      await isOver;
      return fails ? route.abort() : route.continue();
    });
    await page.getByRole("link", { name: "User Management" }).click();
    await expect(page.getByText("Loading users...")).toBeVisible();
    goOn();
    await expect(page.getByText("Failed to fetch users")).toBeVisible();
    await expectAccessible(page);
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(card(page, OLIVE.fullName)).toBeVisible();
  });

  test("2.users.9, 2.edit-event.970 two editors at once: nobody's edit is lost unseen", {
    tag: "@desktop",
  }, async ({ page, samsOffice }) => {
    const nora = await makeUser(samsOffice);
    await openUsers(page);
    await button(card(page, nora.fullName), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit User" });
    await dialog.getByLabel("Full Name").fill(`${nora.fullName}, mine`);
    const quicker = { fullName: `${nora.fullName}, theirs` };
    expect((await samsOffice.call.put(`/api/users/${nora.id}`, { data: quicker })).status()).toBe(200);
    await button(dialog, "Save").click();
    const question = page.getByRole("dialog", { name: "You changed this user in another tab or device" });
    await expect(question).toContainText(quicker.fullName);
    await expect(question).toContainText(`${nora.fullName}, mine`);
    await expectAccessible(page);
    await button(question, "Save mine").click();
    await expectToast(page, "Success", "User updated successfully");
    await expect(card(page, `${nora.fullName}, mine`)).toBeVisible();
  });

  test("4.users.4, 4.session.8 the last super admin stays one; with another, a change of one's own role ends the session", {
    tag: "@desktop",
  }, async ({ openElsewhere }) => {
    const { page, elsewhere } = await openElsewhere("cast");
    await signIn(page, SAM);
    await openUsers(page);
    const dialog = page.getByRole("dialog", { name: "Edit User" });
    const demoteSam = async () => {
      await button(card(page, SAM.fullName), "Edit").click();
      await dialog.getByLabel("Role").selectOption("Organizer");
      await button(dialog, "Save").click();
    };
    await demoteSam();
    await expect(dialog.getByLabel("Role")).toHaveAccessibleDescription(/last active super administrator/);
    await button(dialog, "Cancel").click();

    const office = await openOffice(elsewhere.url, SAM);
    await makeUser(office, "super_admin");
    await demoteSam();
    await expect(page).toHaveURL("/auth");
    await expectToast(page, "Success", "Your role has changed. Please sign in again.");
    expect((await office.call.get("/api/me")).status()).toBe(401);
    await office.call.dispose();
    await signIn(page, SAM);
    await expect(page.getByRole("link", { name: "User Management" })).toHaveCount(0);
  });
});
