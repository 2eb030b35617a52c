import { expect } from "@playwright/test";
import { openOffice, unique } from "./api";
import { SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signInAs } from "./steps";
import { test } from "./test";

test("2.signins.360..362 a lost phone is signed out from the form behind one's name, and by a super administrator", {
  tag: ["@main", "@desktop-first"],
}, async ({ page, browser, doorlist }) => {
  const sam = await openOffice(doorlist.url, SAM);
  const staff = { username: unique("nora").replaceAll(" ", "").slice(0, 40), password: "a long enough one" };
  const made = await sam.call.post("/api/users", {
    data: { ...staff, fullName: "Nora Lost", role: "organizer" },
  });
  expect(made.ok()).toBe(true);
  const { id } = await made.json();

  const password = "another long enough one";
  await page.context().clearCookies();
  await page.goto("/nowhere");
  await page.evaluate(() => localStorage.clear());
  const login = { username: staff.username, password: staff.password };
  expect((await page.request.post("/api/login", { data: login })).ok()).toBe(true);
  const change = { currentPassword: staff.password, newPassword: password };
  expect((await page.request.put("/api/me/password", { data: change })).ok()).toBe(true);
  expect((await page.request.post("/api/logout")).ok()).toBe(true);
  await signInAs(page, { ...staff, password });
  const phone = await (await browser.newContext({ baseURL: doorlist.url })).newPage();
  await signInAs(phone, { ...staff, password });

  await page.getByRole("button", { name: "Nora Lost: change password" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This device")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog
    .getByRole("button", { name: /^Sign out Chrome on/ })
    .first()
    .click();
  await expect(dialog.getByRole("button", { name: /^Sign out Chrome on/ })).toHaveCount(0);
  await expect(dialog.getByText("This device")).toBeVisible();
  await phone.reload();
  await phone.goto("/manage-attendees");
  await expect(phone).toHaveURL("/auth");

  // The super admin ends the others.
  await signInAs(phone, SAM);
  await phone.goto("/user-management");
  await phone.getByRole("button", { name: "Sign-ins of Nora Lost" }).first().click();
  await phone.getByRole("button", { name: "Sign out everywhere" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(phone.getByText("Not signed in anywhere.")).toBeVisible();
  expect((await page.request.get("/api/me")).status()).toBe(401);
  expect((await sam.call.get(`/api/users/${id}/sessions`)).ok()).toBe(true);
});
