import { expect, test } from "vitest";
import type { Door } from "@/features/checkin/door/door-machine";
import { pillOf } from "@/features/checkin/screen/status-pill";

const scan = { qrData: "x", idempotencyKey: "k", eventId: null, readAt: 0 };
const on: Door["camera"] = { kind: "on", torch: "none" };

test.each<[string, Door["phase"]]>([
  ["Camera Ready", { kind: "idle" }],
  ["Scanning...", { kind: "scanning" }],
  // The cooldown runs from the decode, so it has begun while the server is asked.
  ["Cooldown (3s)", { kind: "deciding", scan, until: 3000 }],
  ["Cooldown (3s)", { kind: "cooldown", until: 3000 }],
])("2.scan.2, 4.scan.4 the pill reads '%s' when the door is %o", (text, phase) => {
  expect(pillOf({ phase, rapid: false, camera: on })).toBe(text);
});

test("4.scan.7 in rapid mode nothing holds the next guest back, and the pill says so", () => {
  expect(pillOf({ phase: { kind: "deciding", scan, until: 3000 }, rapid: true, camera: on })).toBe(
    "Scanning...",
  );
});
