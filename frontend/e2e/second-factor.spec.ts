import { expect, type Page } from "@playwright/test";
import { newOrganizer, openOffice } from "./api";
import { codeOf, previousCodeOf } from "./one-time-code";
import { OLIVE, SAM, type Staff } from "./server";
import { expectAccessible, expectNoSidewaysScroll, expectToast, fillSignIn, signIn } from "./steps";
import { SIGNED_OUT, test } from "./test";

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();

/** From the step with the QR code to the recovery codes. */
async function confirmApp(page: Page): Promise<{ secret: string; used: string; recovery: string[] }> {
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const secret = (
    await page
      .getByRole("status")
      .filter({ hasText: /^[A-Z2-7 ]+$/ })
      .innerText()
  ).replaceAll(" ", "");
  const field = page.getByLabel("Code from the app");
  await field.fill("000000");
  await press(page, "Turn on");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  // The code of the previous step, so that the present one is left for the next sign-in.
  const used = await previousCodeOf(secret);
  await field.fill(used);
  await press(page, "Turn on");
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  return { secret, used, recovery: await codes.allInnerTexts() };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
}

/** Up to the second step. */
async function typePassword(page: Page, staff: Staff): Promise<void> {
  await page.goto("/auth");
  await fillSignIn(page, staff);
  await press(page, "Sign In");
  await expect(page.getByText("Type the 6-digit code that your authenticator app shows")).toBeVisible();
}

test.use(SIGNED_OUT);

test("2.factor.390..393 sets up a second factor, signs in with it, and with a recovery code", {
  tag: "@main",
}, async ({ page, doorlist }) => {
  // Five sign-ins, each with a password and a code.
  test.slow();
  const samsOffice = await openOffice(doorlist.url, SAM);
  const vera = await newOrganizer(samsOffice, doorlist.url);
  await samsOffice.call.dispose();
  await signIn(page, vera);
  await page
    .getByRole("banner")
    .getByRole("button", { name: /change password/i })
    .click();
  await press(page, "Set up: Second factor");
  await page.getByLabel("Current password").fill(vera.password);
  await press(page, "Next");
  const { secret, used, recovery } = await confirmApp(page);
  // Escape would lose the codes.
  await page.keyboard.press("Escape");
  const saved = page.waitForEvent("download");
  await press(page, "Download");
  expect((await saved).suggestedFilename()).toBe("doorlist-recovery-codes.txt");
  await press(page, "I have kept them");
  await expectToast(page, "Success", "Second factor is on");
  await signOut(page);

  await typePassword(page, vera);
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible(page);
  await field.fill(used);
  await field.press("Enter");
  await expect(page.getByText("This code is wrong, or was used before.")).toBeVisible();
  await field.fill(codeOf(secret, 0));
  await press(page, "Sign In");
  await expectToast(page, "Welcome back!");
  await signOut(page);

  await typePassword(page, vera);
  await press(page, "Use a recovery code");
  await page.getByLabel("Recovery code").fill(recovery[0] ?? "");
  await press(page, "Sign In");
  await expectToast(page, "Welcome back!");

  // Behind the name it goes again.
  await page
    .getByRole("banner")
    .getByRole("button", { name: /change password/i })
    .click();
  await press(page, "Change: Second factor");
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
  await page.getByLabel("Current password").fill(vera.password);
  await page.getByLabel("Code from the app, or a recovery code").fill(recovery[1] ?? "");
  await expectAccessible(page);
  await press(page, "Remove second factor");
  await expectToast(page, "Success", "Second factor removed");
  await signOut(page);
  await signIn(page, vera);
});

test("2.factor.394..396 a super admin requires it, who has none is led to it, and a lost one is removed", async ({
  openElsewhere,
}) => {
  test.slow();
  const { page } = await openElsewhere("cast");
  await signIn(page, SAM);
  await page.goto("/user-management");
  await page.getByLabel("Second factor: who must have one").selectOption("Everyone");
  const question = page.getByRole("dialog", { name: "Require a second factor?" });
  await expect(question).toContainText("1 other person has none yet");
  await expectAccessible(page);
  await press(page, "Require it");

  // Sam's next request leads there.
  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
  await page.goto("/create-event");
  await expect(page, "nothing else opens before").toHaveURL("/auth");
  await page.getByLabel("Current password").fill(SAM.password);
  await press(page, "Next");
  const sams = await confirmApp(page);
  await press(page, "I have kept them");
  await page.waitForURL("/");
  await signOut(page);

  // Olive has just typed her password: it is not asked for twice.
  await page.goto("/auth");
  await fillSignIn(page, OLIVE);
  await press(page, "Sign In");
  await expect(page.getByLabel("Current password")).toHaveValue(OLIVE.password);
  await press(page, "Next");
  await confirmApp(page);
  await press(page, "I have kept them");
  await page.waitForURL("/");
  await signOut(page);

  await typePassword(page, SAM);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(sams.secret, 0));
  await press(page, "Sign In");
  await page.waitForURL("/");
  await page.goto("/user-management");
  await expectNoSidewaysScroll(page);
  await press(page, `Remove second factor ${OLIVE.fullName}`);
  await page.getByRole("dialog").getByRole("button", { name: "Remove second factor" }).click();
  await expectToast(page, "Success", "Second factor removed");
  await expect(
    page.getByRole("listitem").filter({ hasText: OLIVE.fullName }).getByText("No second factor yet"),
  ).toBeVisible();
  await expectAccessible(page);
});
