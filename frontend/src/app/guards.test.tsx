import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { beginSession, sessionRecord } from "@/features/users/sign-in/session";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, reload, toastRegion } from "@/testing/open-app";
import { json, problem, serve } from "@/testing/server";

const EIGHT_HOURS = 8 * 60 * 60 * 1000;
const A_MINUTE = 60 * 1000;
const signInHeading = () => screen.findByRole("heading", { name: "Sign in" });

afterEach(() => {
  vi.useRealTimers();
});

/** A sign-in of 7:59 ago, and a clock to move on from there: to run the timers of eight hours takes a minute. */
function signedInLong(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  beginSession(OLIVE);
  vi.setSystemTime(Date.now() + EIGHT_HOURS - A_MINUTE);
}
async function passAMinute() {
  // The effects of what shows run first: one of them waits for the session's end.
  await act(async () => {});
  act(() => void vi.advanceTimersByTime(A_MINUTE));
}

/** The table of contract 2, but for /auth. */
const SCREENS = [
  "/",
  "/create-event",
  "/edit-event/7",
  "/add-attendee",
  "/scan-attendees",
  "/manage-attendees",
  "/attendee-details/7",
  "/attendee-success/7",
  "/qr-review/7",
  "/backup-restore",
  "/user-management",
  "/analytics",
  "/print-door-list",
  "/print-tickets",
  "/conflicts",
  "/doors",
];

test.each(SCREENS)("2.guard.1 signed out, %s goes to /auth", async (path) => {
  const calls = serve({});
  openApp(path);
  await signInHeading();
  expect(window.location.pathname).toBe("/auth");
  expect(calls).toEqual([]);
});

test("2.guard.2 signed in, /auth goes to /", async () => {
  serve({ "GET /api/events": () => json([]) });
  openApp("/auth", { as: OLIVE });
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(window.location.pathname).toBe("/");
});

test.each([
  ["signed out", {}],
  ["signed in", { as: OLIVE }],
])("2.notfound.1, 2 an unknown address is 'Page Not Found', %s", async (_who, session) => {
  openApp("/nowhere", session);
  await screen.findByRole("heading", { name: "Page Not Found" });
  expect(window.location.pathname).toBe("/nowhere");
});

test.each(["/edit-event", "/edit-event/", "/attendee-details", "/attendee-success", "/qr-review"])(
  "2.notfound.3 %s lacks its id and is 'Page Not Found'",
  async (path) => {
    openApp(path, { as: OLIVE });
    await screen.findByRole("heading", { name: "Page Not Found" });
  },
);

test("4.session.2 a record of 8 hours ago is wiped, and /auth shows", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000 });
  serve({});
  openApp("/", { as: OLIVE }).unmount();
  vi.setSystemTime(1_000_000_000 + EIGHT_HOURS);
  openApp("/");
  await signInHeading();
  await waitFor(() => expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 }));
});

test("4.session.1 8 hours end on an open page too", async () => {
  signedInLong();
  serve({ "GET /api/events": () => json([]) });
  openApp("/");
  await screen.findByRole("heading", { name: "Dashboard" });
  await passAMinute();
  await signInHeading();
});

test("4.session.4, 5, 8.toast.1 a 401 from anywhere goes to /auth, says so once, and keeps what was typed", async () => {
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

test("4.form.1 nobody finds what somebody else typed in the same tab", async () => {
  serve({});
  const olive = openApp("/create-event", { as: OLIVE });
  await olive.user.type(await screen.findByLabelText("Event Name"), "Spring Ball");
  const sam = reload(olive, "/create-event", { as: SAM });
  expect(await screen.findByLabelText("Event Name")).toHaveValue("");
  reload(sam, "/create-event", { as: OLIVE });
  expect(await screen.findByLabelText("Event Name")).toHaveValue("");
});

test("4.session.4 a read that meets a 401 goes to /auth as well", async () => {
  serve({ "GET /api/events/7": () => problem(401, "not_signed_in", "Sign in first") });
  openApp("/edit-event/7", { as: SAM });
  await signInHeading();
});

describe("4.scan.35 the door stays where it is when the session ends", () => {
  const ENDED = "Your session has ended. Sign in again to continue.";
  const events = { "GET /api/events": () => json([GALA]) };

  beforeEach(() => {
    // jsdom has no workers, so the scanner's reader cannot be loaded.
    vi.spyOn(console, "error").mockImplementation(() => {});
  });

  async function openDoor(
    routes: Parameters<typeof serve>[0],
    signedIn: Parameters<typeof openApp>[1] = { as: OLIVE },
  ) {
    serve(routes);
    const opened = openApp("/scan-attendees", signedIn);
    // The scanner is loaded on demand, and the machine may be busy with the other suites.
    await screen.findByRole("button", { name: "Start" });
    return opened;
  }

  async function expectEnded() {
    expect(await screen.findByText(ENDED)).toBeVisible();
    expect(window.location.pathname).toBe("/scan-attendees");
    expect(screen.getByText("Olive Organizer")).toBeVisible();
    expect(sessionRecord().authenticated).toBe(false);
    expect(within(toastRegion()).queryAllByRole("listitem")).toEqual([]);
  }

  test("by a 401 of any call", async () => {
    const { user } = await openDoor({
      ...events,
      "GET /api/attendees": () => problem(401, "not_signed_in", "Sign in first"),
    });
    await user.click(await screen.findByRole("button", { name: "Find guest" }));
    await user.type(await screen.findByRole("searchbox"), "ada");
    await expectEnded();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Sign in again" }));
    await signInHeading();
    expect(window.location.pathname).toBe("/auth");
  });

  test("by its age", async () => {
    signedInLong();
    await openDoor(events, {});
    await passAMinute();
    await expectEnded();
  });

  test("in another tab, and goes on when the same person signs in there", async () => {
    await openDoor(events);
    const record = localStorage.getItem("doorlist.session") as string;
    const tell = (stored: string) =>
      act(() => {
        localStorage.setItem("doorlist.session", stored);
        window.dispatchEvent(new StorageEvent("storage", { key: "doorlist.session" }));
      });
    tell(JSON.stringify({ user: null, authenticated: false, authTime: 0 }));
    await expectEnded();
    tell(record);
    expect(screen.queryByText(ENDED)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Start" })).toBeEnabled();
  });

  test("4.logout.2 but not by the person's own sign-out", async () => {
    const { user } = await openDoor({
      ...events,
      "POST /api/logout": () => new Response(null, { status: 204 }),
    });
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await signInHeading();
    expect(window.location.pathname).toBe("/auth");
  });
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

test("4.session.390 a second factor that must be set up comes before every page, after the password", async () => {
  serve({});
  openApp("/create-event", { as: { ...OLIVE, mustSetUpSecondFactor: true } });
  await screen.findByRole("heading", { name: "Set up your second factor" });
});

test("4.session.390 the server's 'set up your second factor' brings the form too", async () => {
  serve({ "GET /api/events": () => problem(403, "second_factor_setup_required", "Set it up first") });
  openApp("/", { as: OLIVE });
  await screen.findByRole("heading", { name: "Set up your second factor" });
});

test("2.frame.1..4, 7 the frame says where one is and who is signed in, and leads back except on the dashboard", async () => {
  serve({ "GET /api/events": () => json([GALA]) });
  const { user } = openApp("/create-event", { as: SAM });
  await screen.findByRole("heading", { name: "Create New Event" });
  const frame = within(screen.getByRole("banner"));
  // 2.frame.1
  expect(frame.getByRole("heading", { level: 1, name: "Create Event" })).toBeVisible();
  // 2.frame.4
  expect(frame.getByText("Sam Superadmin")).toBeVisible();
  // 2.frame.7
  expect(screen.getByRole("contentinfo")).toHaveTextContent(/\w/);
  // 2.frame.2
  await user.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("heading", { name: "Your Events" });
  expect(window.location.pathname).toBe("/");
  // 2.frame.3
  expect(screen.queryByRole("link", { name: "Back" })).toBeNull();
});

test("2.frame.10 the focus goes to the next page's heading, and stays out of a page that loads afresh", async () => {
  serve({ "GET /api/events": () => json([GALA]), "GET /api/attendees": () => json([]) });
  const { user } = openApp("/create-event", { as: SAM });
  await screen.findByRole("heading", { level: 1, name: "Create Event" });
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole("link", { name: "Back" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Dashboard" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Sam Superadmin: change password" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Sam Superadmin: change password" })).toHaveFocus(),
  );
  act(() => window.history.back());
  expect(await screen.findByRole("heading", { level: 1, name: "Create Event" })).toHaveFocus();
});

test("2.frame.8 the icon that signs out has a tooltip", async () => {
  serve({ "GET /api/events": () => json([]) });
  openApp("/", { as: OLIVE });
  const logout = within(await screen.findByRole("banner")).getByRole("button", { name: "Logout" });
  act(() => logout.focus());
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Logout");
});

test("3.record.2 a record without a session opens no data", async () => {
  serve({
    "GET /api/events": () => problem(401, "not_signed_in", "Sign in first"),
    "GET /api/attendees": () => problem(401, "not_signed_in", "Sign in first"),
  });
  openApp("/", { as: SAM });
  await signInHeading();
});

test("3.record.3 a browser that stores nothing shows the sign-in, logs it, and bothers nobody", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  // Cached values are read again.
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  serve({});
  openApp("/");
  await signInHeading();
  expect(logged).toHaveBeenCalled();
  expect(within(toastRegion()).queryAllByRole("listitem")).toEqual([]);
});
