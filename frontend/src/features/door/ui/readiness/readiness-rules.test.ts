import { describe, expect, test } from "vitest";
import {
  isWorthALook,
  judgeBattery,
  judgeCamera,
  judgeClock,
  judgeLive,
  judgeOffline,
  judgePage,
  judgeReader,
  judgeScreen,
  judgeServer,
  judgeSignIn,
  judgeSound,
  judgeTickets,
} from "@/features/door/ui/readiness/readiness-rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("2.ready.3 what is worth a look", () => {
  test("is what should be mended, and what does not work; a note is neither", () => {
    expect(isWorthALook({ state: "look", says: "" })).toBe(true);
    expect(isWorthALook({ state: "broken", says: "" })).toBe(true);
    expect(isWorthALook({ state: "good", says: "" })).toBe(false);
    expect(isWorthALook({ state: "note", says: "" })).toBe(false);
  });
});

describe("the page", () => {
  test("is secure, or there is no camera", () => {
    expect(judgePage(true)).toEqual({ state: "good", says: "Secure: the camera may open." });
    expect(judgePage(false)).toEqual({
      state: "broken",
      says: "Not secure (no HTTPS): browsers open no camera here.",
      advice: "Open Doorlist by an address that begins with https.",
    });
  });
});

describe("2.ready.4 the camera", () => {
  const opened = { kind: "opened", label: "Back Camera", width: 1280, height: 720, isChosen: true } as const;

  test("that opens is named with the size of its picture", () => {
    expect(judgeCamera(opened)).toEqual({ state: "good", says: "Back Camera opens (1280 × 720)." });
    expect(judgeCamera({ ...opened, label: "", width: 0 }).says).toBe("A camera opens.");
  });

  test("that was chosen and is gone is worth a look", () => {
    expect(judgeCamera({ ...opened, isChosen: false })).toMatchObject({
      state: "look",
      says: "The chosen camera is not there. Back Camera opens instead.",
    });
  });

  test("that runs at the door is in order", () => {
    expect(judgeCamera({ kind: "runs" }).state).toBe("good");
  });

  test("2.ready.10 that has not opened in time may be waiting for an answer of the person", () => {
    expect(judgeCamera({ kind: "waits", why: "opening" })).toEqual({
      state: "look",
      says: "The camera has not opened yet.",
      advice: "If the browser asks, allow the camera. Close other apps that use it.",
    });
  });

  test.each([
    ["denied", "Camera permission denied. Please enable in browser settings.", "Allow the camera"],
    ["dismissed", "Please allow camera access.", "Allow the camera"],
    ["missing", "No camera found on this device.", "Connect one"],
    ["unsupported", "Camera not supported in this browser", "Connect one"],
    ["insecure", "Camera not supported. Requires HTTPS deployment.", "Open Doorlist by"],
  ] as const)("%s fails in the words of the door, and with what to do", (kind, says, advice) => {
    const finding = judgeCamera({ kind: "failed", failure: { kind } });
    expect(finding).toMatchObject({ state: "broken", says });
    expect(finding.advice).toContain(advice);
  });

  test("that another app holds fails in the browser's words", () => {
    const failure = { kind: "other", message: "Could not start video source" } as const;
    expect(judgeCamera({ kind: "failed", failure })).toMatchObject({
      state: "broken",
      says: "Camera error: Could not start video source",
      advice: "Close other apps that use the camera, then check again.",
    });
  });
});

test("2.ready.14 a reader that is not there reads no ticket", () => {
  expect(judgeReader("reads").state).toBe("good");
  expect(judgeReader("loads")).toMatchObject({ state: "look", says: "Still loading." });
  expect(judgeReader("broken")).toMatchObject({ state: "broken", says: "It could not be loaded." });
});

describe("2.ready.5 sound", () => {
  test("that was played still needs somebody who heard it", () => {
    expect(judgeSound("running")).toEqual({
      state: "good",
      says: "A beep was played. Did you hear it?",
      advice: "If not, turn the volume up and silent mode off.",
    });
  });

  test("that is blocked, or not there, is worth a look", () => {
    expect(judgeSound("suspended")).toMatchObject({ state: "look", advice: "Tap 'Play the beep'." });
    expect(judgeSound("none")).toMatchObject({ state: "look", says: "This browser plays no sounds." });
  });
});

test("a screen that dims by itself is worth a look", () => {
  expect(judgeScreen("stays on").state).toBe("good");
  expect(judgeScreen("refused").state).toBe("look");
  expect(judgeScreen("unsupported").state).toBe("look");
});

describe("2.ready.7, 9.ready.3 a battery", () => {
  test("under 30 percent is low unless it is being charged", () => {
    expect(judgeBattery({ level: 0.3, charging: false })).toEqual({ state: "good", says: "30%." });
    expect(judgeBattery({ level: 0.29, charging: false })).toEqual({
      state: "look",
      says: "29% and not charging.",
      advice: "Plug it in before the doors open.",
    });
    expect(judgeBattery({ level: 0.05, charging: true })).toEqual({ state: "good", says: "5%, charging." });
  });

  test("of which the browser does not tell is a note", () => {
    expect(judgeBattery(null)).toEqual({
      state: "note",
      says: "Not told by this browser: look at the device.",
    });
  });
});

describe("2.ready.6, 9.ready.2 a clock", () => {
  const server = (offset: number | null) => ({ kind: "answered", milliseconds: 10, offset }) as const;

  test("may be 2 minutes off, either way", () => {
    expect(judgeClock(server(2 * MINUTE), "19:02")).toEqual({
      state: "good",
      says: "19:02, as on the server.",
    });
    expect(judgeClock(server(-2 * MINUTE), "19:02").state).toBe("good");
  });

  test.each([
    [2 * MINUTE + 1, "2 minutes behind the server."],
    [-5 * MINUTE, "5 minutes ahead of the server."],
    [11 * HOUR, "11 hours behind the server."],
    [-72 * HOUR, "3 days ahead of the server."],
  ])("that is %d ms apart is told", (offset, says) => {
    expect(judgeClock(server(offset), "19:02")).toMatchObject({ state: "look", says });
  });

  test("cannot be compared where no time was told", () => {
    expect(judgeClock(server(null), "19:02").state).toBe("note");
    expect(judgeClock({ kind: "silent" }, "19:02").state).toBe("note");
  });
});

describe("2.ready.8, 9.ready.4 the server", () => {
  const answered = (milliseconds: number) =>
    judgeServer({ kind: "answered", milliseconds, offset: null }) as { state: string; says: string };

  test("is slow from half a second on", () => {
    expect(answered(12.4)).toEqual({ state: "good", says: "Answers in 12 ms." });
    expect(answered(0.2).says).toBe("Answers in 1 ms.");
    expect(answered(500).state).toBe("good");
    expect(answered(1501)).toMatchObject({ state: "look", says: "Answers slowly, in 1,501 ms." });
  });

  test("that does not answer, cannot, or knows nobody are three things", () => {
    expect(judgeServer({ kind: "silent" })).toMatchObject({ state: "broken", says: "No answer." });
    expect(judgeServer({ kind: "refused", status: 503 })).toMatchObject({
      state: "broken",
      says: "It could not answer just now.",
    });
    expect(judgeServer({ kind: "refused", status: 401 })).toMatchObject({
      state: "broken",
      says: "Your sign-in has ended.",
    });
  });
});

test("a cut stream of changes is worth a look, one that nobody has heard of is not", () => {
  expect(judgeLive(true).state).toBe("good");
  expect(judgeLive(false).state).toBe("look");
  expect(judgeLive(null).state).toBe("note");
});

test("2.ready.13, 9.ready.5 a sign-in lasts the evening with 4 hours left", () => {
  expect(judgeSignIn(4 * HOUR, "23:40", null)).toEqual({ state: "good", says: "Lasts until 23:40." });
  expect(judgeSignIn(4 * HOUR - 1, "23:39", null)).toMatchObject({
    state: "look",
    says: "Ends at 23:39, maybe before the evening does.",
  });
});

test("2.ready.13 nor is one that ends where the device has a grant", () => {
  expect(judgeSignIn(HOUR, "23:40", "04:12")).toEqual({
    state: "good",
    says: "Ends at 23:40. This door goes on until 04:12.",
  });
  expect(judgeSignIn(0, "23:40", "04:12")).toEqual({
    state: "good",
    says: "Nobody is signed in. This door goes on until 04:12.",
  });
});

test("2.ready.530 a helper needs no sign-in", () => {
  expect(judgeSignIn(0, "23:40", "04:12", true)).toEqual({
    state: "good",
    says: "Not needed: your pass works until 04:12.",
  });
});

test("2.ready.17 a device that holds a list without a grant is told what ends it", () => {
  const held = { list: "saved", opens: true, isWiped: false } as const;
  expect(judgeOffline({ ...held, hasGrant: true })).toEqual({
    state: "good",
    says: "Ready, also after a reload.",
  });
  expect(judgeOffline({ ...held, hasGrant: false })).toEqual({
    state: "note",
    says: "Ready, also after a reload.",
    advice: "It stops when the sign-in ends. Check the network, then check again.",
  });
  expect(judgeOffline({ ...held, isWiped: true, hasGrant: true })).toEqual({
    state: "note",
    says: "Ready, also after a reload.",
    advice: "On an iPhone or iPad, first add Doorlist to the home screen and open it there.",
  });
});

describe("2.ready.9 tickets", () => {
  const event = { id: 7, name: "Midwinter Gala", date: "2026-11-28" };
  const tonight = ["2026-11-28", "2026-11-27"];

  test("of tonight are counted", () => {
    expect(judgeTickets({ event, total: 1180, present: 0, tonight })).toEqual({
      state: "good",
      says: "Midwinter Gala: 1,180 tickets, nobody is in yet.",
    });
    expect(judgeTickets({ event, total: 1, present: 1, tonight }).says).toBe(
      "Midwinter Gala: 1 ticket, 1 already in.",
    );
  });

  test("may be yesterday's: an evening goes on past midnight", () => {
    const late = { ...event, date: "2026-11-27" };
    expect(judgeTickets({ event: late, total: 20, present: 18, tonight }).state).toBe("good");
  });

  test("of another day are worth a look", () => {
    const other = { ...event, date: "2026-11-21" };
    expect(judgeTickets({ event: other, total: 20, present: 0, tonight })).toEqual({
      state: "look",
      says: "Midwinter Gala is not today but on Sat 21 Nov 2026 (20 tickets).",
      advice: "Choose tonight's event.",
    });
  });

  test("of an event whose day is not known yet are counted all the same", () => {
    const unnamed = { id: 7, name: "Event 7", date: null };
    expect(judgeTickets({ event: unnamed, total: 20, present: 0, tonight }).state).toBe("good");
  });

  test("must be there", () => {
    expect(judgeTickets({ event, total: 0, present: 0, tonight })).toMatchObject({
      state: "look",
      says: "Midwinter Gala has no tickets.",
    });
    expect(judgeTickets({ event: null, total: 0, present: 0, tonight })).toMatchObject({
      state: "look",
      says: "No event has any tickets.",
    });
    expect(judgeTickets(null)).toMatchObject({ state: "look", says: "The list could not be read." });
  });

  test("of all events are a note, and so is that none was chosen", () => {
    expect(judgeTickets({ event: null, total: 341, present: 160, tonight })).toEqual({
      state: "note",
      says: "No event chosen: every ticket is let in (341 tickets, 160 already in).",
      advice: "If this door is for one event, choose it first.",
    });
  });
});
