import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { User } from "@/api/types";
import { currentGrant, type LiveGrant, saveDoorName, saveGrant } from "@/features/door/access/current-grant";
import { saveList } from "@/features/door/guest-list/list-store";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import { saveRecord } from "@/features/door/outbox/database";
import { sessionRecord } from "@/features/users/sign-in/session";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, reload, toastRegion } from "@/testing/open-app";
import { keptRecord } from "@/testing/outbox";
import { type Call, done, json, problem, serve } from "@/testing/server";

const HOUR = 60 * 60 * 1000;
const ENDED = "Your session has ended. Sign in again to continue.";
const BALL = { ...GALA, id: 8, name: "Spring Ball" };
const refused = () => problem(401, "not_signed_in", "Sign in first");

// The scanner is loaded on demand, and the machine may be busy with the other suites.
beforeEach(() => {
  // jsdom has no workers, so the scanner's reader cannot be loaded.
  vi.spyOn(console, "error").mockImplementation(() => {});
  localStorage.setItem("doorlist.door.event", "7");
});
afterEach(() => {
  vi.useRealTimers();
});

function grantOf(user: User, facts: Partial<LiveGrant> = {}): LiveGrant {
  return {
    id: 4,
    userId: user.id,
    fullName: user.fullName,
    eventId: 7,
    eventName: GALA.name,
    eventDate: GALA.date,
    device: null,
    makesUntil: Date.now() + 16 * HOUR,
    ...facts,
  };
}

const granted = (user: User, facts: object = {}) =>
  json({
    id: 4,
    eventId: 7,
    user: { id: user.id, fullName: user.fullName },
    device: null,
    createdAt: new Date().toISOString(),
    makesUntil: new Date(Date.now() + 16 * HOUR).toISOString(),
    deliversUntil: new Date(Date.now() + 720 * HOUR).toISOString(),
    ...facts,
  });

const removed = () =>
  problem(403, "grant_ended", "Sam Superadmin ended its access.", {
    endedBy: { id: 2, fullName: "Sam Superadmin" },
    endedAt: new Date(2026, 10, 28, 19, 40).toISOString(),
  });

const asked = (calls: Call[]) =>
  calls.filter(({ path, method }) => method === "POST" && path === "/api/door/grants");
const door = { "GET /api/events": () => json([GALA, BALL]), "POST /api/door/grants": () => granted(OLIVE) };
const start = () => screen.findByRole("button", { name: "Start" });
const signInHeading = () => screen.findByRole("heading", { name: "Sign in" });

const holdList = () =>
  saveList({
    event: { id: 7, name: "Midwinter Gala", date: "2099-11-28" },
    asOf: Date.now(),
    etag: null,
    tickets: DoorTickets.of([]),
  } as Parameters<typeof saveList>[0]);

async function listsOnDisk(): Promise<number> {
  const { openDB } = await import("idb");
  const database = await openDB("doorlist.door-list", 1, {
    upgrade: (opened) => void opened.createObjectStore("lists"),
  });
  const count = await database.count("lists");
  database.close();
  return count;
}

describe("4.doors.4 a door asks for its grant", () => {
  test("once it has its event, tells of a new name, and says every minute that it is there", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    saveDoorName(" Gate B ");
    const calls = serve(door);
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(currentGrant()).toMatchObject({ id: 4, userId: 1, eventName: GALA.name }));
    expect(asked(calls).map(({ body }) => body)).toEqual([
      { eventId: 7, device: "Gate B", waiting: 0, unsent: [], lastSequence: 0, again: false },
    ]);
    await user.type(await screen.findByLabelText("Name of this door"), "2");
    await waitFor(() => expect(asked(calls)).toHaveLength(2));
    expect(asked(calls)[1]?.body).toMatchObject({ device: "Gate B 2" });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked(calls)).toHaveLength(3);
  });

  test("4.settle.10 it tells what waits once it has read that", async () => {
    const at = Date.now() - 600_000;
    await saveRecord(
      keptRecord({ eventId: 7, hash: "A".repeat(43), shown: "admitted", shownAt: at, at }),
      true,
    );
    const calls = serve({ ...door, "POST /api/door/scans": () => new Response("", { status: 503 }) });
    openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(asked(calls)).toHaveLength(1));
    const madeAt = new Date(at).toISOString();
    expect(asked(calls)[0]?.body).toMatchObject({ waiting: 1, lastSequence: 1, madeAt });
  });

  test("4.missing.6 it names what waits of this user at this event, and nothing before it could read that", async () => {
    const shown = { shown: "admitted", shownAt: 1, hash: "A".repeat(43) } as const;
    await saveRecord(keptRecord({ ...shown, key: "mine", eventId: 7 }), true);
    await saveRecord(keptRecord({ ...shown, key: "elsewhere", eventId: 8 }), true);
    await saveRecord(keptRecord({ ...shown, key: "another's", eventId: 7, userId: 2 }), true);
    await saveRecord(keptRecord({ ...shown, key: "refused", eventId: 7, shown: "already" }), true);
    const calls = serve({ ...door, "POST /api/door/scans": () => new Response("", { status: 503 }) });
    const { transaction } = IDBDatabase.prototype;
    const broken = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (
      this: IDBDatabase,
      ...given
    ) {
      // The library opens a database with a separate transaction, outside of any promise.
      if ((given[1] as string | undefined) === "versionchange") return transaction.apply(this, given);
      throw new DOMException("The connection is closing", "InvalidStateError");
    });
    openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(asked(calls)).toHaveLength(1));
    expect(asked(calls)[0]?.body).not.toHaveProperty("unsent");
    broken.mockRestore();
    saveDoorName("Gate C");
    await waitFor(() => expect(asked(calls)).toHaveLength(2));
    expect(asked(calls)[1]?.body).toMatchObject({ unsent: ["mine"] });
  });

  test("and for another event another one; for 'All Events' it has none", async () => {
    const calls = serve({
      ...door,
      "POST /api/door/grants": ({ body }) => granted(OLIVE, { id: (body as { eventId: number }).eventId }),
    });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(currentGrant()).toMatchObject({ id: 7, eventId: 7 }));
    await user.selectOptions(await screen.findByLabelText("Event"), "8");
    await waitFor(() =>
      expect(currentGrant()).toMatchObject({ id: 8, eventId: 8, eventName: "Spring Ball" }),
    );
    await user.selectOptions(screen.getByLabelText("Event"), "");
    expect(currentGrant()).toBeNull();
    expect(asked(calls)).toHaveLength(2);
  });

  test("with no list of the former event's answer once another is chosen", async () => {
    let answer = (_: Response) => {};
    const calls = serve({
      ...door,
      "POST /api/door/grants": ({ body }) =>
        (body as { eventId: number }).eventId === 7
          ? new Promise<Response>((resolve) => {
              answer = resolve;
            })
          : granted(OLIVE, { id: 8 }),
    });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(asked(calls)).toHaveLength(1));
    await user.selectOptions(await screen.findByLabelText("Event"), "8");
    answer(granted(OLIVE));
    await waitFor(() => expect(currentGrant()).toMatchObject({ id: 8, eventId: 8 }));
  });
});

describe("4.doors.5 a removed device", () => {
  test("says who removed it and when, wipes its list, and is used again by a tap", async () => {
    await holdList();
    saveGrant(grantOf(OLIVE));
    let isRemoved = true;
    const calls = serve({
      ...door,
      "POST /api/door/grants": ({ body }) => {
        if ((body as { again: boolean }).again) isRemoved = false;
        return isRemoved ? removed() : granted(OLIVE, { id: 5 });
      },
    });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    const again = await screen.findByRole("button", { name: "Use this device again" });
    expect(screen.getByText("Sam Superadmin removed this device at 19:40.")).toBeVisible();
    expect(await start()).toBeDisabled();
    expect(currentGrant()).toBeNull();
    await waitFor(async () => expect(await listsOnDisk()).toBe(0));
    await user.click(again);
    await waitFor(() => expect(currentGrant()).toMatchObject({ id: 5 }));
    expect(await start()).toBeEnabled();
    expect(asked(calls).filter(({ body }) => (body as { again: boolean }).again)).toHaveLength(1);
  });

  test("without a session offers the sign-in instead", async () => {
    saveGrant(grantOf(OLIVE));
    serve({ "POST /api/door/grants": removed });
    const { user } = openApp("/scan-attendees");
    expect(await screen.findByText("Sam Superadmin removed this device at 19:40.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Use this device again" })).not.toBeInTheDocument();
    expect(screen.getByLabelText("Event")).toHaveDisplayValue(/^Midwinter Gala/);
    await user.click(screen.getByRole("button", { name: "Sign in again" }));
    await signInHeading();
  });
});

describe("2.doors.2, 4.doors.6 a door without a session", () => {
  test("opens the scanner and reloads it, with its event and its user", async () => {
    saveGrant(grantOf(OLIVE));
    const calls = serve({ "POST /api/door/grants": () => granted(OLIVE) });
    const opened = openApp("/scan-attendees");
    expect(await start()).toBeEnabled();
    const banner = within(screen.getByRole("banner"));
    expect(banner.getByText("Olive Organizer")).toBeVisible();
    expect(banner.queryByRole("button", { name: /change password/ })).not.toBeInTheDocument();
    expect(screen.getByLabelText("Event")).toHaveDisplayValue(/^Midwinter Gala/);
    expect(screen.getByLabelText("Event")).toBeDisabled();
    expect(screen.getByText(/^No one is signed in. You can keep scanning until \d\d:\d\d\.$/)).toBeVisible();
    expect(calls.map(({ path }) => path)).not.toContain("/api/events");
    reload(opened, "/scan-attendees");
    expect(await start()).toBeEnabled();
    expect(window.location.pathname).toBe("/scan-attendees");
  });

  test("2.doors.4 leads from every other screen to /auth, and from there back to the door", async () => {
    saveGrant(grantOf(OLIVE));
    serve({ "POST /api/door/grants": () => granted(OLIVE) });
    const { user } = openApp("/manage-attendees");
    await signInHeading();
    expect(window.location.pathname).toBe("/auth");
    await user.click(screen.getByRole("link", { name: "Back to the door" }));
    expect(await start()).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await signInHeading();
    expect(currentGrant()).not.toBeNull();
  });

  describe.each([
    ["mustChangePassword", "password_change_required", "Choose your own password"],
    ["mustSetUpSecondFactor", "second_factor_setup_required", "Set up your second factor"],
  ] as const)("4.session.518 while %s", (step, code, form) => {
    test("stays at the door that it is, and 'Sign in' leads to the step", async () => {
      const calls = serve({ ...door, "GET /api/events": () => problem(403, code, "Do this first.") });
      saveGrant(grantOf(OLIVE));
      const opened = openApp("/scan-attendees", { as: OLIVE });
      await waitFor(() => expect(sessionRecord().user?.[step]).toBe(true));
      expect(await start()).toBeEnabled();
      expect(window.location.pathname).toBe("/scan-attendees");
      expect(screen.getByLabelText("Event")).toHaveDisplayValue(/^Midwinter Gala/);
      const before = calls.filter(({ path }) => path === "/api/events").length;
      const { user } = reload(opened, "/scan-attendees");
      expect(await start()).toBeEnabled();
      expect(calls.filter(({ path }) => path === "/api/events")).toHaveLength(before);
      await user.click(screen.getByRole("button", { name: "Sign in" }));
      await screen.findByRole("heading", { name: form });
      expect(currentGrant()).not.toBeNull();
      await user.click(screen.getByRole("link", { name: "Back to the door" }));
      expect(await start()).toBeEnabled();
    });

    test("without a door the step comes first", async () => {
      serve(door);
      openApp("/scan-attendees", { as: { ...OLIVE, [step]: true } });
      await screen.findByRole("heading", { name: form });
    });
  });

  test("clears a record of a sign-in that is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    serve({ ...door });
    const first = openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(currentGrant()).not.toBeNull());
    vi.setSystemTime(Date.now() + 9 * HOUR);
    reload(first, "/scan-attendees");
    expect(await start()).toBeEnabled();
    expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 });
  });

  test("whose grant the server does not take stays, and asks to sign in", async () => {
    saveGrant(grantOf(OLIVE));
    serve({ "POST /api/door/grants": refused });
    openApp("/scan-attendees");
    expect(await screen.findByText(ENDED)).toBeVisible();
    expect(window.location.pathname).toBe("/scan-attendees");
    expect(await start()).toBeDisabled();
  });

  test("4.doors.10 whose time runs out stands still and asks to sign in, and delivers what it made", async () => {
    await saveRecord(
      keptRecord({
        shown: "admitted",
        certainty: "list",
        asOf: 1,
        shownAt: 1,
        eventId: 7,
        hash: "A".repeat(43),
      }),
    );
    await holdList();
    const toFake = [
      "Date",
      "performance",
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
    ] as const;
    vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
    const makesUntil = Date.now() + 60_000;
    saveGrant(grantOf(OLIVE, { makesUntil }));
    const tickets = {
      event: { id: 7, name: GALA.name, date: "2099-11-28", time: null },
      asOf: Date.now(),
      tickets: [],
    };
    const calls = serve({
      "POST /api/door/grants": () => granted(OLIVE, { makesUntil: new Date(makesUntil).toISOString() }),
      "GET /api/door/list": () => json(tickets),
      "POST /api/door/scans": () => problem(503, "being_restored", "Wait"),
    });
    openApp("/scan-attendees");
    expect(await start()).toBeEnabled();
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain("/api/door/list"));
    await act(() => vi.advanceTimersByTimeAsync(50_000));
    expect(await start()).toBeEnabled();
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(await screen.findByText(ENDED)).toBeVisible();
    expect(await start()).toBeDisabled();
    expect(screen.getByRole("button", { name: "Sign in again" })).toBeVisible();
    const sent = () => calls.filter(({ path }) => path.endsWith("/scans")).length;
    const before = sent();
    await act(() => vi.advanceTimersByTimeAsync(16_000));
    expect(sent()).toBeGreaterThan(before);
  });

  test("whose time is over goes to /auth", async () => {
    localStorage.setItem("doorlist.door.grant", JSON.stringify(grantOf(OLIVE, { makesUntil: Date.now() })));
    window.dispatchEvent(new StorageEvent("storage", { key: "doorlist.door.grant" }));
    serve({});
    openApp("/scan-attendees");
    await signInHeading();
  });
});

describe("4.doors.7 a session that ends in the middle", () => {
  test.each([
    ["by its age", { user: OLIVE, authenticated: true, authTime: 0 }],
    ["in another tab", { user: null, authenticated: false, authTime: 0 }],
  ])("%s changes nothing at the door but a quiet line", async (_, record) => {
    serve(door);
    openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(currentGrant()).not.toBeNull());
    act(() => {
      localStorage.setItem(
        "doorlist.session",
        JSON.stringify({ ...record, authTime: record.authenticated ? Date.now() - 8 * HOUR + 500 : 0 }),
      );
      window.dispatchEvent(new StorageEvent("storage", { key: "doorlist.session" }));
    });
    expect(await screen.findByText(/^No one is signed in\./)).toBeVisible();
    expect(screen.queryByText(ENDED)).not.toBeInTheDocument();
    expect(await start()).toBeEnabled();
    expect(within(toastRegion()).queryAllByRole("listitem")).toEqual([]);
  });

  test("keeps the list on the device", async () => {
    serve({ ...door, "GET /api/attendees": refused });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(currentGrant()).not.toBeNull());
    await holdList();
    await user.click(screen.getByRole("button", { name: "Find guest" }));
    await user.type(await screen.findByRole("searchbox"), "ada");
    await waitFor(() => expect(sessionRecord().authenticated).toBe(false));
    await screen.findByText(/^No one is signed in\./, {}, { timeout: 3000 }).catch(() => {});
    expect(await listsOnDisk()).toBe(1);
    await holdList();
    expect(await listsOnDisk()).toBe(1);
  });
});

describe("4.doors.8 a sign-out", () => {
  test("ends the door, and wipes record and list", async () => {
    serve({ ...door, "POST /api/logout": done });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await start();
    await waitFor(() => expect(currentGrant()).not.toBeNull());
    await holdList();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await signInHeading();
    expect(localStorage.getItem("doorlist.door.grant")).toBeNull();
    expect(screen.queryByRole("link", { name: "Back to the door" })).not.toBeInTheDocument();
    await waitFor(async () => expect(await listsOnDisk()).toBe(0));
  });

  test("works at a door without a session", async () => {
    saveGrant(grantOf(OLIVE));
    const calls = serve({ ...door, "POST /api/logout": done });
    const { user } = openApp("/scan-attendees");
    await start();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await signInHeading();
    expect(calls.map(({ path }) => path)).toContain("/api/logout");
    expect(localStorage.getItem("doorlist.door.grant")).toBeNull();
  });
});

test("4.doors.9 another user who signs in on the device takes the door over", async () => {
  saveGrant(grantOf(OLIVE));
  serve({ ...door, "POST /api/door/grants": () => granted(SAM, { id: 9 }) });
  const home = openApp("/", { as: SAM });
  await waitFor(() => expect(localStorage.getItem("doorlist.door.grant")).toBeNull());
  reload(home, "/scan-attendees");
  await start();
  await waitFor(() => expect(currentGrant()).toMatchObject({ id: 9, userId: SAM.id }));
});
