import { describe, expect, test } from "vitest";
import {
  assessBattery,
  assessCamera,
  assessClock,
  assessLive,
  assessOffline,
  assessPage,
  assessReader,
  assessScreen,
  assessServer,
  assessSignIn,
  assessSound,
  assessTickets,
  isWorthALook,
} from "@/features/door/ui/readiness/readiness-rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("2.ready.3 what is worth a look", () => {
  test("is what should be mended, and what does not work; a note is neither", () => {
    expect(isWorthALook({ state: "look", message: "" })).toBe(true);
    expect(isWorthALook({ state: "broken", message: "" })).toBe(true);
    expect(isWorthALook({ state: "good", message: "" })).toBe(false);
    expect(isWorthALook({ state: "note", message: "" })).toBe(false);
  });
});

describe("the page", () => {
  test("is secure, or there is no camera", () => {
    expect(assessPage(true)).toEqual({ state: "good", message: "Secure: the camera may open." });
    expect(assessPage(false)).toEqual({
      state: "broken",
      message: "Not secure (no HTTPS): browsers open no camera here.",
      advice: "Open Doorlist by an address that begins with https.",
    });
  });
});

describe("2.ready.4 the camera", () => {
  const opened = { kind: "opened", label: "Back Camera", width: 1280, height: 720, isChosen: true } as const;

  test("that opens is named with the size of its picture", () => {
    expect(assessCamera(opened)).toEqual({ state: "good", message: "Back Camera opens (1280 × 720)." });
    expect(assessCamera({ ...opened, label: "", width: 0 }).message).toBe("A camera opens.");
  });

  test("that was chosen and is gone is worth a look", () => {
    expect(assessCamera({ ...opened, isChosen: false })).toMatchObject({
      state: "look",
      message: "The chosen camera is not there. Back Camera opens instead.",
    });
  });

  test("that runs at the door is in order", () => {
    expect(assessCamera({ kind: "runs" }).state).toBe("good");
  });

  test("2.ready.10 that has not opened in time may be waiting for an answer of the person", () => {
    expect(assessCamera({ kind: "waits", why: "opening" })).toEqual({
      state: "look",
      message: "The camera has not opened yet.",
      advice: "If the browser asks, allow the camera. Close other apps that use it.",
    });
  });

  test.each([
    ["denied", "Camera permission denied. Please enable in browser settings.", "Allow the camera"],
    ["dismissed", "Please allow camera access.", "Allow the camera"],
    ["missing", "No camera found on this device.", "Connect a camera"],
    ["unsupported", "Camera not supported in this browser", "Connect a camera"],
    ["insecure", "Camera not supported. Requires HTTPS deployment.", "Open Doorlist by"],
  ] as const)("%s fails in the words of the door, and with what to do", (kind, message, advice) => {
    const finding = assessCamera({ kind: "failed", failure: { kind } });
    expect(finding).toMatchObject({ state: "broken", message });
    expect(finding.advice).toContain(advice);
  });

  test("that another app holds fails in the browser's words", () => {
    const failure = { kind: "other", message: "Could not start video source" } as const;
    expect(assessCamera({ kind: "failed", failure })).toMatchObject({
      state: "broken",
      message: "Camera error: Could not start video source",
      advice: "Close other apps that use the camera, then check again.",
    });
  });
});

test("2.ready.14 a reader that is not there reads no ticket", () => {
  expect(assessReader("reads").state).toBe("good");
  expect(assessReader("loads")).toMatchObject({ state: "look", message: "Still loading." });
  expect(assessReader("broken")).toMatchObject({ state: "broken", message: "It could not be loaded." });
});

describe("2.ready.5 sound", () => {
  test("that was played still needs somebody who heard it", () => {
    expect(assessSound("running")).toEqual({
      state: "good",
      message: "A beep was played. Did you hear it?",
      advice: "If not, turn the volume up and silent mode off.",
    });
  });

  test("that is blocked, or not there, is worth a look", () => {
    expect(assessSound("suspended")).toMatchObject({ state: "look", advice: "Tap 'Play the beep'." });
    expect(assessSound("none")).toMatchObject({ state: "look", message: "This browser plays no sounds." });
  });
});

test("a screen that dims by itself is worth a look", () => {
  expect(assessScreen("stays on").state).toBe("good");
  expect(assessScreen("refused").state).toBe("look");
  expect(assessScreen("unsupported").state).toBe("look");
});

describe("2.ready.7, 9.ready.3 a battery", () => {
  test("under 30 percent is low unless it is being charged", () => {
    expect(assessBattery({ level: 0.3, charging: false })).toEqual({ state: "good", message: "30%." });
    expect(assessBattery({ level: 0.29, charging: false })).toEqual({
      state: "look",
      message: "29% and not charging.",
      advice: "Plug it in before the doors open.",
    });
    expect(assessBattery({ level: 0.05, charging: true })).toEqual({
      state: "good",
      message: "5%, charging.",
    });
  });

  test("of which the browser does not tell is a note", () => {
    expect(assessBattery(null)).toEqual({
      state: "note",
      message: "Not available in this browser. Check the device.",
    });
  });
});

describe("2.ready.6, 9.ready.2 a clock", () => {
  const server = (offset: number | null) => ({ kind: "answered", milliseconds: 10, offset }) as const;

  test("may be 2 minutes off, either way", () => {
    expect(assessClock(server(2 * MINUTE), "19:02")).toEqual({
      state: "good",
      message: "19:02, as on the server.",
    });
    expect(assessClock(server(-2 * MINUTE), "19:02").state).toBe("good");
  });

  test.each([
    [2 * MINUTE + 1, "2 minutes behind the server."],
    [-5 * MINUTE, "5 minutes ahead of the server."],
    [11 * HOUR, "11 hours behind the server."],
    [-72 * HOUR, "3 days ahead of the server."],
  ])("that is %d ms apart is told", (offset, message) => {
    expect(assessClock(server(offset), "19:02")).toMatchObject({ state: "look", message });
  });

  test("cannot be compared where no time was told", () => {
    expect(assessClock(server(null), "19:02").state).toBe("note");
    expect(assessClock({ kind: "silent" }, "19:02").state).toBe("note");
  });
});

describe("2.ready.8, 9.ready.4 the server", () => {
  const answered = (milliseconds: number) =>
    assessServer({ kind: "answered", milliseconds, offset: null }) as { state: string; message: string };

  test("is slow from half a second on", () => {
    expect(answered(12.4)).toEqual({ state: "good", message: "Answers in 12 ms." });
    expect(answered(0.2).message).toBe("Answers in 1 ms.");
    expect(answered(500).state).toBe("good");
    expect(answered(1501)).toMatchObject({ state: "look", message: "Answers slowly, in 1,501 ms." });
  });

  test("that does not answer, cannot, or knows nobody are three things", () => {
    expect(assessServer({ kind: "silent" })).toMatchObject({ state: "broken", message: "No answer." });
    expect(assessServer({ kind: "refused", status: 503 })).toMatchObject({
      state: "broken",
      message: "It could not answer just now.",
    });
    expect(assessServer({ kind: "refused", status: 401 })).toMatchObject({
      state: "broken",
      message: "Your sign-in has ended.",
    });
  });
});

test("a cut stream of changes is worth a look, one that nobody has heard of is not", () => {
  expect(assessLive(true).state).toBe("good");
  expect(assessLive(false).state).toBe("look");
  expect(assessLive(null).state).toBe("note");
});

test("2.ready.13, 9.ready.5 a sign-in lasts the evening with 4 hours left", () => {
  expect(assessSignIn(4 * HOUR, "23:40", null)).toEqual({ state: "good", message: "Lasts until 23:40." });
  expect(assessSignIn(4 * HOUR - 1, "23:39", null)).toMatchObject({
    state: "look",
    message: "Ends at 23:39, maybe before the evening does.",
  });
});

test("2.ready.13 nor is one that ends where the device has a grant", () => {
  expect(assessSignIn(HOUR, "23:40", "04:12")).toEqual({
    state: "good",
    message: "Ends at 23:40. You can keep scanning until 04:12.",
  });
  expect(assessSignIn(0, "23:40", "04:12")).toEqual({
    state: "good",
    message: "No one is signed in. You can keep scanning until 04:12.",
  });
});

test("2.ready.530 a helper needs no sign-in", () => {
  expect(assessSignIn(0, "23:40", "04:12", true)).toEqual({
    state: "good",
    message: "Not needed: your pass works until 04:12.",
  });
});

test("2.ready.17 a device that holds a list without a grant is told what ends it", () => {
  const held = { list: "saved", opens: true, isWiped: false } as const;
  expect(assessOffline({ ...held, hasGrant: true })).toEqual({
    state: "good",
    message: "Ready, also after a reload.",
  });
  expect(assessOffline({ ...held, hasGrant: false })).toEqual({
    state: "note",
    message: "Ready, also after a reload.",
    advice: "It stops when the sign-in ends. Check the network, then check again.",
  });
  expect(assessOffline({ ...held, isWiped: true, hasGrant: true })).toEqual({
    state: "note",
    message: "Ready, also after a reload.",
    advice: "On an iPhone or iPad, first add Doorlist to the home screen and open it there.",
  });
});

describe("2.ready.9 tickets", () => {
  const event = { id: 7, name: "Midwinter Gala", date: "2026-11-28" };
  const tonight = ["2026-11-28", "2026-11-27"];

  test("of tonight are counted", () => {
    expect(assessTickets({ event, total: 1180, present: 0, tonight })).toEqual({
      state: "good",
      message: "Midwinter Gala: 1,180 tickets, no one has arrived yet.",
    });
    expect(assessTickets({ event, total: 1, present: 1, tonight }).message).toBe(
      "Midwinter Gala: 1 ticket, 1 arrived.",
    );
  });

  test("may be yesterday's: an evening goes on past midnight", () => {
    const late = { ...event, date: "2026-11-27" };
    expect(assessTickets({ event: late, total: 20, present: 18, tonight }).state).toBe("good");
  });

  test("of another day are worth a look", () => {
    const other = { ...event, date: "2026-11-21" };
    expect(assessTickets({ event: other, total: 20, present: 0, tonight })).toEqual({
      state: "look",
      message: "Midwinter Gala is not today but on Sat 21 Nov 2026 (20 tickets).",
      advice: "Choose tonight's event.",
    });
  });

  test("of an event whose day is not known yet are counted all the same", () => {
    const unnamed = { id: 7, name: "Event 7", date: null };
    expect(assessTickets({ event: unnamed, total: 20, present: 0, tonight }).state).toBe("good");
  });

  test("must be there", () => {
    expect(assessTickets({ event, total: 0, present: 0, tonight })).toMatchObject({
      state: "look",
      message: "Midwinter Gala has no tickets.",
    });
    expect(assessTickets({ event: null, total: 0, present: 0, tonight })).toMatchObject({
      state: "look",
      message: "No event has any tickets.",
    });
    expect(assessTickets(null)).toMatchObject({ state: "look", message: "The list could not be loaded." });
  });

  test("of all events are a note, and so is that none was chosen", () => {
    expect(assessTickets({ event: null, total: 341, present: 160, tonight })).toEqual({
      state: "note",
      message: "No event chosen: every ticket is let in (341 tickets, 160 arrived).",
      advice: "If this door is for one event, choose it first.",
    });
  });
});
