import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sessionRecord } from "@/features/users/session";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { json, problem, serve } from "@/testing/server";

const EIGHT_HOURS = 8 * 60 * 60 * 1000;
const signInHeading = () => screen.findByRole("heading", { name: "Sign in" });

afterEach(() => {
  vi.useRealTimers();
});

test.each(["/", "/create-event", "/edit-event/7"])("signed out, %s goes to /auth", async (path) => {
  const calls = serve({});
  openApp(path);
  await signInHeading();
  expect(window.location.pathname).toBe("/auth");
  expect(calls).toEqual([]);
});

test("signed in, /auth goes to /", async () => {
  serve({ "GET /api/events": () => json([]) });
  openApp("/auth", { as: OLIVE });
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(window.location.pathname).toBe("/");
});

test.each([
  ["signed out", {}],
  ["signed in", { as: OLIVE }],
])("an unknown address is 'Page Not Found', %s", async (_who, session) => {
  openApp("/edit-event", session);
  await screen.findByRole("heading", { name: "Page Not Found" });
});

test("a record of 8 hours ago is cleared", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000 });
  serve({});
  openApp("/", { as: OLIVE }).unmount();
  vi.setSystemTime(1_000_000_000 + EIGHT_HOURS);
  openApp("/");
  await signInHeading();
  await waitFor(() => expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 }));
});

test("8 hours end on an open page too", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve({ "GET /api/events": () => json([]) });
  openApp("/", { as: OLIVE });
  await screen.findByRole("heading", { name: "Dashboard" });
  act(() => {
    vi.advanceTimersByTime(EIGHT_HOURS);
  });
  await signInHeading();
});

test("a 401 from anywhere goes to /auth, says so once, and keeps what was typed", async () => {
  serve({ "POST /api/events": () => problem(401, "not_signed_in", "Sign in first") });
  const { user, unmount } = openApp("/create-event", { as: OLIVE });
  await user.type(await screen.findByLabelText("Event Name"), "Spring Ball");
  await user.type(screen.getByLabelText("Event Date"), "2027-04-03");
  await user.click(screen.getByRole("button", { name: "Create Event" }));

  await signInHeading();
  expect(toastRegion()).toHaveTextContent("Please sign in again");
  expect(toastRegion()).not.toHaveTextContent("Sign in first");
  expect(sessionRecord().authenticated).toBe(false);

  unmount();
  openApp("/create-event", { as: OLIVE });
  expect(await screen.findByLabelText("Event Name")).toHaveValue("Spring Ball");
  expect(screen.getByLabelText("Event Date")).toHaveValue("Sat 3 Apr 2027");
});

test("a read that meets a 401 goes to /auth as well", async () => {
  serve({ "GET /api/events/7": () => problem(401, "not_signed_in", "Sign in first") });
  openApp("/edit-event/7", { as: SAM });
  await signInHeading();
});

test("a password that must be replaced comes before every page", async () => {
  serve({});
  openApp("/create-event", { as: { ...OLIVE, mustChangePassword: true } });
  await screen.findByRole("heading", { name: "Choose your own password" });
});

test("the server's 'replace your password' brings the form too", async () => {
  serve({ "GET /api/events": () => problem(403, "password_change_required", "Choose a password first") });
  openApp("/", { as: OLIVE });
  await screen.findByRole("heading", { name: "Choose your own password" });
});

test("the frame shows who is signed in, and a way back except on the dashboard", async () => {
  serve({ "GET /api/events": () => json([GALA]) });
  const { user } = openApp("/create-event", { as: SAM });
  await screen.findByRole("heading", { name: "Create New Event" });
  expect(screen.getByText("Sam Superadmin")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("heading", { name: "Your Events" });
  expect(screen.queryByRole("link", { name: "Back" })).toBeNull();
});
