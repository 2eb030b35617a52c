import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { showCarriedToast, shownToast } from "@/components/ui/toast-store";
import { returnToDoor } from "@/features/users/sign-in/session";
import * as navigation from "@/lib/hard-navigation";
import { DEFAULT_SETTINGS } from "@/lib/settings";
import { OLIVE } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { done, json, problem, serve } from "@/testing/server";

beforeEach(() => void vi.spyOn(navigation, "redirectTo").mockReturnValue());

const storedRecord = () => JSON.parse(localStorage.getItem("doorlist.session") ?? "null");

async function openLogin() {
  const opened = openApp("/auth");
  await screen.findByRole("button", { name: "Sign In" });
  return opened;
}

async function signIn(user: Awaited<ReturnType<typeof openLogin>>["user"], password = "a long password") {
  await user.type(screen.getByLabelText("Username"), "olive");
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
}

test("2.auth.1, 3 it asks for a username and a password", async () => {
  serve({});
  await openLogin();
  expect(screen.getByRole("textbox", { name: "Username" })).toBeVisible();
  expect(screen.getByLabelText("Password")).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign In" })).toHaveTextContent(/^Sign In$/);
});

test("2.auth.5, 6, 7 it says what the product does and whom to ask for access, and offers no sign-up", async () => {
  serve({});
  await openLogin();
  // 2.auth.7
  expect(
    screen.getByText(/streamlines event operations from attendee registration to QR scanning/),
  ).toBeVisible();
  // 2.auth.5
  expect(screen.getByText(/administrator for access credentials/)).toBeVisible();
  // 2.auth.6
  expect(document.querySelectorAll("form")).toHaveLength(1);
  expect(screen.queryAllByRole("link")).toEqual([]);
  expect(screen.queryByText(/sign ?up|register|create an account/i)).toBeNull();
});

test.each([
  ["2.auth.8", "Event Management", "Create and manage multiple events"],
  ["2.auth.9", "Attendee Tracking", "Comprehensive attendee management"],
  ["2.auth.10", "QR Code Scanning", "Fast and reliable check-ins"],
])("%s a blurb is headed '%s'", async (_id, title, text) => {
  serve({});
  await openLogin();
  expect(screen.getByText(title).closest("li")).toHaveTextContent(`${title}${text}`);
});

test.each([
  ["the username", "", "a long password"],
  ["the password", "olive", ""],
  ["either", "", ""],
])("5.auth.1, 8.auth.3 without %s it says so, and nothing is sent", async (_what, username, password) => {
  const calls = serve({});
  const { user } = await openLogin();
  if (username) await user.type(screen.getByLabelText("Username"), username);
  if (password) await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(shownToast()).toMatchObject({ title: "Error", description: "Please fill in all fields" });
  expect(calls).toEqual([]);
});

test("2.auth.1135 a new device has the settings before the next screen", async () => {
  const settings = { ...DEFAULT_SETTINGS, currency: "EUR" };
  const answers: ((answer: Response) => void)[] = [];
  serve({
    "POST /api/login": () => json(OLIVE),
    "GET /api/settings": () => new Promise<Response>((resolve) => answers.push(resolve)),
  });
  const { user } = await openLogin();
  await signIn(user);
  await waitFor(() => expect(answers).not.toEqual([]));
  expect(storedRecord()?.authenticated).not.toBe(true);
  answers[0]?.(json(settings));
  await waitFor(() => expect(navigation.redirectTo).toHaveBeenCalledWith("/"));
  expect(JSON.parse(localStorage.getItem("doorlist.settings") ?? "null")).toMatchObject({ settings });
});

test.each([
  ["cannot be read", () => problem(503, "database_unavailable", "Down")],
  ["never come", () => new Promise<Response>(() => {})],
])("2.auth.1135 where the settings %s, the sign-in goes on after 2 s at most", async (_what, settings) => {
  serve({ "POST /api/login": () => json(OLIVE), "GET /api/settings": settings });
  const { user } = await openLogin();
  await signIn(user);
  await waitFor(() => expect(navigation.redirectTo).toHaveBeenCalledWith("/"), { timeout: 3000 });
  expect(storedRecord()).toMatchObject({ authenticated: true });
});

test("4.login.900, 2.auth.1160 while the settings are read, a second press starts no second sign-in", async () => {
  let answer: (settings: Response) => void = () => {};
  const forced = { ...OLIVE, mustSetUpSecondFactor: true };
  serve({
    "POST /api/me/second-factor": () => json({ secret: "ABCDEFGH", otpauthUrl: "otpauth://totp/Doorlist" }),
    "POST /api/me/second-factor/confirm": () => json({ recoveryCodes: ["one-two"] }),
    "GET /api/me": () => json(forced),
    "GET /api/settings": () => new Promise<Response>((resolve) => (answer = resolve)),
  });
  returnToDoor();
  const { user } = openApp("/auth", { as: forced });
  await user.type(await screen.findByLabelText("Current password"), "a long password{Enter}");
  await user.type(await screen.findByLabelText("Code from the app"), "123456{Enter}");
  const kept = await screen.findByRole("button", { name: "I have kept them" });
  await user.click(kept);
  await user.click(kept);
  answer(json(DEFAULT_SETTINGS));
  await waitFor(() => expect(navigation.redirectTo).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(vi.mocked(navigation.redirectTo).mock.calls).toEqual([["/scan-attendees"]]);
});

test("2.auth.1160 while the settings are read, nobody can sign in as someone else", async () => {
  const forced = { ...OLIVE, mustChangePassword: true };
  serve({ "PUT /api/me/password": () => done(), "GET /api/settings": () => new Promise<Response>(() => {}) });
  const { user } = openApp("/auth", { as: forced });
  await user.type(await screen.findByLabelText("Current password"), "printed-once");
  await user.type(screen.getByLabelText("New password"), "1234567890");
  await user.type(screen.getByLabelText("Repeat new password"), "1234567890");
  const someoneElse = screen.getByRole("button", { name: "Sign in as someone else" });
  expect(someoneElse).toBeEnabled();
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(someoneElse).toBeDisabled());
});

test("2.auth.2 the password can be shown and hidden", async () => {
  serve({});
  const { user } = await openLogin();
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
});

test("4.login.1, 2, 3 a login stores the user, welcomes after a full redirect to /, and is busy until then", async () => {
  let respond: (response: Response) => void = () => {};
  const calls = serve({ "POST /api/login": () => new Promise<Response>((resolve) => (respond = resolve)) });
  const { user } = await openLogin();
  await signIn(user);
  // 2.auth.4
  expect(await screen.findByRole("button", { name: "Signing in..." })).toBeDisabled();
  expect(calls[0]?.body).toEqual({ username: "olive", password: "a long password" });

  respond(json(OLIVE));
  await waitFor(() => expect(navigation.redirectTo).toHaveBeenCalledWith("/"));
  // 3.record.1
  expect(storedRecord()).toMatchObject({ user: { fullName: "Olive Organizer" }, authenticated: true });
  expect(Math.abs(storedRecord().authTime - Date.now())).toBeLessThan(60_000);
  expect(screen.getByRole("button", { name: "Signing in..." })).toBeDisabled();

  showCarriedToast();
  await waitFor(() => expect(toastRegion()).toHaveTextContent("Welcome back!Logged in as Olive Organizer"));
});

test("4.login.900 a login that the scanner asked for leads back to it, and the next one to /", async () => {
  serve({ "POST /api/login": () => json(OLIVE) });
  returnToDoor();
  for (const path of ["/scan-attendees", "/"]) {
    localStorage.clear();
    const { user, unmount } = openApp("/auth");
    await screen.findByRole("button", { name: "Sign In" });
    await signIn(user);
    await waitFor(() => expect(navigation.redirectTo).toHaveBeenLastCalledWith(path));
    unmount();
  }
});

test("4.login.3 a login leads to / whatever was asked for before", async () => {
  serve({ "POST /api/login": () => json(OLIVE) });
  const { user } = openApp("/create-event");
  await screen.findByRole("button", { name: "Sign In" });
  await signIn(user);
  await waitFor(() => expect(navigation.redirectTo).toHaveBeenCalledWith("/"));
});

test.each([
  [
    "8.auth.1 the server's words",
    problem(401, "invalid_credentials", "Invalid username or password"),
    "Invalid username or password",
  ],
  ["8.auth.1 being slowed down", problem(429, "too_many_attempts", "Wait 4 seconds"), "Wait 4 seconds"],
  [
    "8.auth.1, 10.code.57 too many sign-ins at once",
    problem(503, "sign_ins_overrun", "Many people are signing in. Try again in a moment."),
    "Many people are signing in. Try again in a moment.",
  ],
  [
    "8.auth.2 no words with a 401 that is not ours",
    new Response("Unauthorized", { status: 401 }),
    "Invalid username or password",
  ],
  ["8.auth.2 no words of a server", new Response("", { status: 502 }), "Invalid username or password"],
])("%s: a refused login says so and leaves the form", async (_what, response, text) => {
  serve({ "POST /api/login": () => response });
  const { user } = await openLogin();
  await signIn(user);
  await waitFor(() => expect(toastRegion()).toHaveTextContent(`Login failed${text}`));
  expect(shownToast()?.variant).toBe("destructive");
  expect(screen.getByLabelText("Username")).toHaveValue("olive");
  // 2.auth.13
  expect(within(screen.getByRole("main")).queryByText(text)).toBeNull();
  const typed = screen.getByLabelText<HTMLInputElement>("Password");
  expect(typed).toHaveFocus();
  expect([typed.selectionStart, typed.selectionEnd]).toEqual([0, "a long password".length]);
  expect(screen.getByRole("button", { name: "Sign In" })).toBeEnabled();
  expect(navigation.redirectTo).not.toHaveBeenCalled();
});

test("2.auth.12 a password somebody else set is replaced on /auth first, then it goes on to /", async () => {
  const calls = serve({
    "POST /api/login": () => json({ ...OLIVE, mustChangePassword: true }),
    "PUT /api/me/password": () => done(),
  });
  const { user } = await openLogin();
  await signIn(user, "printed-once");
  await screen.findByRole("heading", { name: "Choose your own password" });
  expect(navigation.redirectTo).not.toHaveBeenCalled();
  expect(window.location.pathname).toBe("/auth");
  expect(await screen.findByLabelText("Current password")).toHaveValue("printed-once");

  await user.type(screen.getByLabelText("New password"), "123456789");
  await user.type(screen.getByLabelText("Repeat new password"), "123456789");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("Use 10 characters or more")).toBeVisible();
  expect(calls).toHaveLength(1);

  await user.type(screen.getByLabelText("New password"), "0");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("The two passwords do not match")).toBeVisible();

  await user.type(screen.getByLabelText("Repeat new password"), "0");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(navigation.redirectTo).toHaveBeenCalledWith("/"));
  expect(calls[1]?.body).toEqual({ currentPassword: "printed-once", newPassword: "1234567890" });
  expect(storedRecord().user.mustChangePassword).toBe(false);
});

test("5.text.2, 8.toast.1 a refused password is said under its field in place of the hint, not in a toast", async () => {
  serve({
    "PUT /api/me/password": () =>
      problem(400, "validation_failed", "This password is too common", {
        errors: [{ field: "newPassword", message: "This password is too common" }],
      }),
  });
  const { user } = openApp("/auth", { as: { ...OLIVE, mustChangePassword: true } });
  await user.type(await screen.findByLabelText("Current password"), "printed-once");
  await user.type(screen.getByLabelText("New password"), "password123");
  await user.type(screen.getByLabelText("Repeat new password"), "password123");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() =>
    expect(screen.getByLabelText("New password")).toHaveAccessibleDescription("This password is too common"),
  );
  expect(toastRegion()).not.toHaveTextContent("Error");
});

test("4.session.460 a forced set-up goes on when it is done elsewhere or no longer asked for", async () => {
  let told = { ...OLIVE, mustSetUpSecondFactor: true };
  const calls = serve({ "GET /api/me": () => json(told), "GET /api/events": () => json([]) });
  openApp("/auth", { as: told });
  await screen.findByRole("heading", { name: "Set up your second factor" });
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(["/api/me"]));
  expect(window.location.pathname).toBe("/auth");
  told = { ...OLIVE, mustSetUpSecondFactor: false };
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(window.location.pathname).toBe("/"));
});

test("4.session.460 the server's 'there is one already' leads on too", async () => {
  serve({
    "POST /api/me/second-factor": () => problem(409, "second_factor_present", "There is one already"),
    "GET /api/me": () => json({ ...OLIVE, hasSecondFactor: true }),
    "GET /api/events": () => json([]),
  });
  const { user } = openApp("/auth", { as: { ...OLIVE, mustSetUpSecondFactor: true } });
  await user.type(await screen.findByLabelText("Current password"), "a long password");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(window.location.pathname).toBe("/"));
});
