import { expect } from "@playwright/test";
import { expectOutboxRead } from "./door";
import { OLIVE } from "./server";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectToast,
  fillSignIn,
  hold,
  signIn,
  toasts,
} from "./steps";
import { SIGNED_OUT, test } from "./test";

const SCREENS = [
  "/",
  "/create-event",
  "/edit-event/1",
  "/add-attendee",
  "/scan-attendees",
  "/manage-attendees",
  "/attendee-details/1",
  "/attendee-success/1",
  "/qr-review/1",
  "/user-management",
];

test.describe("the sign-in screen", () => {
  test.use(SIGNED_OUT);

  test("says what the tool does and whom to ask for access", { tag: "@main" }, async ({ page }) => {
    await page.goto("/auth");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByText(/event operations from attendee registration to QR scanning/i)).toBeVisible();
    for (const [title, blurb] of [
      ["Event Management", /create and manage multiple events/i],
      ["Attendee Tracking", /comprehensive attendee management/i],
      ["QR Code Scanning", /fast and reliable check-ins/i],
    ] as const) {
      await expect(page.getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByText(blurb)).toBeVisible();
    }
    await expect(page.getByText(/administrator for access credentials/)).toBeVisible();
    await expect(page.getByText(/sign ?up|register|create an account/i)).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test("2.auth.11 has a brand panel beside the form where there is room", async ({ page, isMobile }) => {
    await page.goto("/auth");
    const panel = await page.getByRole("complementary").boundingBox();
    const form = await page.getByRole("main").boundingBox();
    if (!panel || !form) throw new Error("There is no panel or no form.");
    if (isMobile) expect(panel.y).toBeGreaterThanOrEqual(form.y + form.height);
    else expect(panel.x + panel.width).toBeLessThanOrEqual(form.x);
  });

  test("2.auth.1151 no light of the picture covers a long name of the organisation", {
    tag: "@desktop",
  }, async ({ page }) => {
    const organisationName =
      "The Music School & Society of Friends of the Opera of Melbourne and Surroundings";
    await page.route("**/api/settings", async (route) => {
      const settings = await (await route.fetch()).json();
      await route.fulfill({ json: { ...settings, organisationName } });
    });
    for (const height of [720, 800, 1080]) {
      await page.setViewportSize({ width: 1280, height });
      await page.goto("/auth");
      const name = page.getByRole("complementary").getByText(organisationName, { exact: true });
      await expect(name).toBeVisible();
      const covered = await name.evaluate((element) => {
        const box = element.getBoundingClientRect();
        const lights = document.querySelectorAll(
          "aside svg circle.fill-brand-light, aside svg path.fill-brand-light",
        );
        return Array.from(lights, (light) => light.getBoundingClientRect()).filter(
          ({ left, right, top, bottom }) =>
            left < box.right && right > box.left && top < box.bottom && bottom > box.top,
        ).length;
      });
      expect(covered, `at ${height}`).toBe(0);
    }
  });

  test("shows and hides the password", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/auth");
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("a lantern");
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });

  test("asks for both fields and sends nothing without them", { tag: "@desktop" }, async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await page.goto("/auth");
    for (const [username, password] of [
      ["", ""],
      ["olive", ""],
      ["", "a lantern"],
    ] as const) {
      await fillSignIn(page, { username, password });
      await page.getByRole("button", { name: "Sign In" }).click();
      await expectToast(page, "Error", "Please fill in all fields");
    }
    expect(sent).toEqual([]);
  });

  test("shows one toast at a time, for 5 seconds, and lets a swipe to the right take it away", async ({
    page,
    isMobile,
  }) => {
    await page.clock.install();
    await page.goto("/auth");
    const submit = page.getByRole("button", { name: "Sign In" });
    await expect(submit).toBeVisible();
    // A request to the database that is in flight when the time jumps would seem to time out.
    await expectOutboxRead(page);
    // From here only this test moves the page's time, however busy the machine is.
    await page.clock.pauseAt(Date.now() + 60_000);
    await submit.click();
    await submit.click();
    await expectToast(page, "Error");
    await page.clock.runFor(4500);
    await expectToast(page, "Error");
    await page.clock.runFor(1000);
    await expect(toasts(page)).toHaveCount(0);
    if (!isMobile) {
      // 9.toast.4
      const stack = await page.getByRole("region", { name: "Messages" }).getByRole("list").boundingBox();
      expect(stack?.width).toBeLessThanOrEqual(420);
    }

    for (const [distance, left] of [
      // 4.toast.2, 9.toast.3
      [49, 1],
      [50, 0],
    ] as const) {
      await submit.click();
      const text = await toasts(page).getByText("Error", { exact: true }).boundingBox();
      if (!text) throw new Error("There is no toast.");
      await page.mouse.move(text.x + 5, text.y + 5);
      await page.mouse.down();
      await page.mouse.move(text.x + 5 + distance, text.y + 5, { steps: 5 });
      await page.mouse.up();
      await page.clock.runFor(600);
      await expect(toasts(page), `after a swipe of ${distance} px`).toHaveCount(left);
    }
  });

  test("refuses a wrong password and a wrong username with the same words", { tag: "@desktop" }, async ({
    page,
  }) => {
    await page.goto("/auth");
    for (const username of [OLIVE.username, "nobody-of-this-name"]) {
      await fillSignIn(page, { username, password: "not the password" });
      await page.getByRole("button", { name: "Sign In" }).click();
      await expectToast(page, "Login failed", "Invalid username or password");
      await page.getByRole("button", { name: "Close" }).click();
    }
    await expect(page).toHaveURL("/auth");
  });

  test("4.login.2..4 is busy while it waits, welcomes, and loads the dashboard afresh", {
    tag: ["@main", "@desktop"],
  }, async ({ page }) => {
    const { isOver, goOn } = hold();
    await page.route("**/api/login", async (route) => {
      await isOver;
      await route.continue();
    });
    await page.goto("/auth");
    await page.evaluate(() => Object.assign(window, { staleDocument: true }));
    await fillSignIn(page, OLIVE);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
    goOn();
    await page.waitForURL("/");
    await expectToast(page, "Welcome back!", "Logged in as Olive Organizer");
    expect(await page.evaluate(() => "staleDocument" in window)).toBe(false);
  });

  test("2.guard.1 stands in the way of every screen", { tag: "@desktop" }, async ({ page }) => {
    for (const screen of SCREENS) {
      await test.step(screen, async () => {
        await page.goto(screen);
        await expect(page).toHaveURL("/auth");
        await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
      });
    }
  });

  test("4.login.3 goes on to the dashboard whatever was asked for before", { tag: "@desktop" }, async ({
    page,
  }) => {
    await page.goto("/create-event");
    await fillSignIn(page, OLIVE);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("/");
  });
});

test.describe("a session", () => {
  test.use(SIGNED_OUT);

  test("2.guard.2 outlives a reload and keeps /auth shut", { tag: "@desktop" }, async ({ page }) => {
    await signIn(page, OLIVE);
    await page.reload();
    await expect(page.getByText(OLIVE.fullName)).toBeVisible();
    await page.goto("/auth");
    await expect(page).toHaveURL("/");
  });

  test("4.session.1, 4.session.2 ends in the browser after 8 hours", { tag: "@desktop" }, async ({
    page,
    watched,
  }) => {
    watched.expectTrouble(/ERR_FAILED/);
    await page.clock.install();
    await signIn(page, OLIVE);
    await page.clock.fastForward("07:59:00");
    // A page with contact to the server uses the server's clock, which was not set (4.clock.520).
    await page.route("**/api/**", (route) => route.abort());
    await page.reload();
    await expect(page.getByText(OLIVE.fullName)).toBeVisible();
    await page.clock.fastForward("01:05");
    await expect(page).toHaveURL("/auth");
    await page.goto("/");
    await expect(page).toHaveURL("/auth");
    const record = await page.evaluate(() => JSON.stringify(localStorage));
    expect(record, "no person is left in the browser's memory").not.toContain("Olive");
  });

  test("4.session.4, 4.session.5, 3.record.2 that the server ended leads to /auth and keeps what was typed", {
    tag: "@desktop",
  }, async ({ page, context }) => {
    await signIn(page, OLIVE);
    await page.getByRole("link", { name: "Create Event" }).click();
    await page.getByLabel("Event Name").fill("Half an idea");
    await page.getByLabel("Event Date").fill("2037-12-31");
    await context.clearCookies();
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page).toHaveURL("/auth");
    await fillSignIn(page, OLIVE);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("/");
    await page.getByRole("link", { name: "Create Event" }).click();
    await expect(page.getByLabel("Event Name")).toHaveValue("Half an idea");
  });

  test("2.route.1, 4.logout.2..4 ends by the frame's logout, on the server too", {
    tag: ["@main", "@desktop"],
  }, async ({ page, context }) => {
    await signIn(page, OLIVE);
    const [cookie] = await context.cookies();
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expectToast(page, "Logged out successfully", "You have been logged out of the system");
    await expect(page).toHaveURL("/auth");
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect((await page.request.get("/api/me", { headers })).status()).toBe(401);
    await page.goto("/");
    await expect(page).toHaveURL("/auth");
  });

  test("8.session.1 goes on when the server answers the frame's logout with an error", {
    tag: "@desktop",
  }, async ({ page, watched }) => {
    watched.expectTrouble(/500/);
    await signIn(page, OLIVE);
    const problem = JSON.stringify({ status: 500, code: "internal_error", title: "", detail: "" });
    await page.route("**/api/logout", (route) =>
      route.fulfill({ status: 500, contentType: "application/problem+json", body: problem }),
    );
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expectToast(page, "Logout failed", "There was an error logging out");
    await expect(page).toHaveURL("/");
  });

  test("2.route.1, 4.logout.4, 4.logout.7, 4.logout.8 ends by the dashboard's Logout, which waits for nobody", {
    tag: "@desktop",
  }, async ({ page, context }) => {
    await signIn(page, OLIVE);
    const [cookie] = await context.cookies();
    await page.evaluate(() => Object.assign(window, { staleDocument: true }));
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth");
    await expectToast(page, "Logged Out", "You have been successfully logged out");
    expect(await page.evaluate(() => "staleDocument" in window)).toBe(false);
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    await expect.poll(async () => (await page.request.get("/api/me", { headers })).status()).toBe(401);
  });

  test("ends in every tab at once", { tag: "@desktop" }, async ({ page, context }) => {
    await signIn(page, OLIVE);
    const other = await context.newPage();
    await other.goto("/create-event");
    await expect(other.getByRole("heading", { name: "Create New Event" })).toBeVisible();
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth");
    await expect(other).toHaveURL("/auth");
  });
});

test("2.auth.12, 4.first.1..3, 4.session.6 the first sign-in of all replaces the printed password", {
  tag: ["@main", "@desktop"],
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("nobody");
  const printed = elsewhere.printed().match(/password\W+(\S{10,})/i)?.[1] ?? "";
  expect(printed, "a password is printed at the first start").not.toBe("");

  await page.goto("/auth");
  await fillSignIn(page, { username: "admin", password: printed });
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/auth");
  await expectAccessible(page);
  await page.goto("/create-event");
  await expect(page, "nothing else opens before").toHaveURL("/auth");

  await page.getByLabel("Current password").fill(printed);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Use 10 characters or more")).toBeVisible();
  await choosePassword("a door of one's own");
  await page.waitForURL("/");

  // The user's name opens the same form, and this device stays signed in.
  await page
    .getByRole("banner")
    .getByRole("button", { name: /change password/i })
    .click();
  await page.getByLabel("Current password").fill("a door of one's own");
  await choosePassword("another door of one's own");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("link", { name: "Create Event" })).toBeVisible();

  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth");
  await signIn(page, { username: "admin", password: "another door of one's own" });

  async function choosePassword(text: string) {
    await page.getByLabel("New password", { exact: true }).fill(text);
    await page.getByLabel("Repeat new password").fill(text);
    await page.getByRole("button", { name: "Change password" }).last().click();
  }
});
