import { expect, test } from "vitest";
import type { Door } from "@/features/door/core/door-state";
import { networkPillOf, pillOf } from "@/features/door/ui/status-pill";

const scan = { qrData: "x", idempotencyKey: "k", eventId: null, readAt: 0 };
const on: Door["camera"] = { kind: "on", torch: "none" };

test.each<[string, Door["phase"]]>([
  ["Camera Ready", { kind: "idle" }],
  ["Scanning...", { kind: "scanning" }],
  // The cooldown runs from the decode, so it has begun while the server is asked.
  ["Cooldown (3s)", { kind: "deciding", scan, until: 3000 }],
  ["Cooldown (3s)", { kind: "cooldown", until: 3000 }],
])("2.scan.2, 4.scan.4 the pill reads '%s' when the door is %o", (text, phase) => {
  expect(
    pillOf({
      phase,
      pauseReasons: [],
      rapid: false,
      camera: phase.kind === "idle" ? { kind: "off" } : on,
      reads: true,
    }),
  ).toBe(text);
});

test("4.scan.7 in rapid mode nothing holds the next guest back, and the pill says so", () => {
  expect(
    pillOf({
      phase: { kind: "deciding", scan, until: 3000 },
      pauseReasons: [],
      rapid: true,
      camera: on,
      reads: true,
    }),
  ).toBe("Scanning...");
});

test.each<[string, Door["camera"]]>([
  ["starts", { kind: "starting", why: "opening", lit: false }],
  ["is paused", { kind: "starting", why: "paused", lit: false }],
  ["cannot be had", { kind: "failed", failure: { kind: "missing" } }],
])("2.scan.31 no pill calls a camera ready that %s", (_, camera) => {
  expect(pillOf({ phase: { kind: "idle" }, pauseReasons: [], rapid: false, camera, reads: true })).toBeNull();
  expect(
    pillOf({ phase: { kind: "cooldown", until: 3000 }, pauseReasons: [], rapid: false, camera, reads: true }),
  ).toBe("Cooldown (3s)");
});

test("2.scan.31 no pill says 'Scanning...' while the QR reader does not read", () => {
  const phase = { kind: "scanning" } as const;
  expect(pillOf({ phase, pauseReasons: [], rapid: false, camera: on, reads: false })).toBeNull();
});

test("2.scan.31 no pill says 'Camera Ready' while the QR reader does not read, or the door stands still", () => {
  const idle = { phase: { kind: "idle" }, rapid: false, camera: { kind: "off" } } as const;
  expect(pillOf({ ...idle, pauseReasons: [], reads: false })).toBeNull();
  expect(pillOf({ ...idle, pauseReasons: ["signed_out"], reads: true })).toBeNull();
  expect(pillOf({ ...idle, pauseReasons: ["event_deleted"], reads: true })).toBeNull();
  expect(pillOf({ ...idle, pauseReasons: ["check"], reads: true })).toBe("Camera Ready");
});

test.each([
  // Nothing while the server is heard, whatever the door has just read.
  [{ isOffline: false, waiting: 0, refusedFor: 0, isSending: false }, null],
  [{ isOffline: false, waiting: 1, refusedFor: 0, isSending: false }, null],
  [{ isOffline: false, waiting: 0, refusedFor: 0, isSending: true }, null],
  [{ isOffline: true, waiting: 0, refusedFor: 0, isSending: true }, "Offline"],
  [{ isOffline: true, waiting: 1, refusedFor: 0, isSending: true }, "Offline: 1 to send"],
  [{ isOffline: true, waiting: 1200, refusedFor: 2, isSending: false }, "Offline: 1,200 to send"],
  [{ isOffline: false, waiting: 12, refusedFor: 0, isSending: true }, "Sending 12"],
  // What waits for a sign-in is not being sent.
  [{ isOffline: false, waiting: 12, refusedFor: 2, isSending: true }, "Sending 10"],
  [{ isOffline: false, waiting: 2, refusedFor: 2, isSending: true }, null],
  // Just after a reload nobody knows yet whether the server is there.
  [{ isOffline: false, isHeard: null, waiting: 2, refusedFor: 0, isSending: true }, null],
  [{ isOffline: false, isHeard: false, waiting: 2, refusedFor: 0, isSending: true }, null],
])("2.scan.38 of %o the second pill says %s", (outbox, says) => {
  expect(networkPillOf({ isHeard: true, ...outbox })).toBe(says);
});
