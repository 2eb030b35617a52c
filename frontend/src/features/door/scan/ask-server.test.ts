import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiErrorOf } from "@/api/api-error";
import { recordHeartbeat } from "@/api/live/server-clock";
import type { ScanAnswer, ScanRequest } from "@/api/types";
import { askServer, type ServerGateway } from "@/features/door/scan/ask-server";
import { steadyNow } from "@/lib/clock";

const scan = { qrData: "DL1.1.X", idempotencyKey: "key-1", eventId: 5, readAt: 0 };
const refusal = (status: number, code: string) =>
  apiErrorOf(status, "", JSON.stringify({ status, code, detail: "no" }));
const answer = (alreadyScanned: boolean) =>
  ({ alreadyScanned, attendee: { id: 9 }, message: "" }) as ScanAnswer;

/** A server that gives these answers in order, and collects the requests. */
function gatewayWith(...answers: (ScanAnswer | Error)[]) {
  const asked: ScanRequest[] = [];
  const gateway: ServerGateway = {
    userId: 1,
    device: null,
    rereadUserId: async () => 2,
    send: async (request) => {
      asked.push(request);
      const next = answers.shift();
      if (!next || next instanceof Error) throw next;
      return next;
    },
  };
  return { gateway, asked };
}

/** Without the time of the reading, which another test's beat may have brought. */
const untimed = ({ scannedAt: _, ...rest }: ScanRequest) => rest;

describe("askServer", () => {
  test("4.scan.10, 4.scan.13 sends the code, the key, the user and the event", async () => {
    const { gateway, asked } = gatewayWith(answer(false));
    expect((await askServer(scan, gateway)).verdict.kind).toBe("admitted");
    expect(asked.map(untimed)).toEqual([
      { qrData: "DL1.1.X", idempotencyKey: "key-1", eventId: 5, scannedBy: 1 },
    ]);
  });

  test("4.offline.10, 4.offline.11 sends what is known of the ticket, and the name of the door", async () => {
    const { gateway, asked } = gatewayWith(answer(false), answer(false));
    const rest = { idempotencyKey: "key-1", eventId: 5, readAt: 0 };
    await askServer({ hash: "h", ...rest }, { ...gateway, device: "Gate B" });
    await askServer({ attendeeId: 40, ...rest }, { ...gateway, device: "Gate B" });
    const sent = { idempotencyKey: "key-1", eventId: 5, scannedBy: 1, device: "Gate B" };
    expect(asked.map(untimed)).toEqual([
      { qrHash: "h", ...sent },
      { attendeeId: 40, ...sent },
    ]);
  });

  test("4.outbox.20 sends a guest who was found by name with the hash of the list", async () => {
    const { gateway, asked } = gatewayWith(answer(false));
    await askServer({ attendeeId: 40, idempotencyKey: "k", eventId: 5, readAt: 0 }, gateway, "H".repeat(22));
    expect(asked[0]).toMatchObject({ attendeeId: 40, listedHash: "H".repeat(22) });
  });

  test("4.settle.9 says when the ticket was read, once the server's clock was heard", async () => {
    const { gateway, asked } = gatewayWith(answer(false));
    const readAt = Date.UTC(2026, 10, 28, 19, 2);
    recordHeartbeat({ serverTime: steadyNow() + 90_000, until: null });
    await askServer({ ...scan, readAt }, gateway);
    expect(Date.parse(asked[0]?.scannedAt ?? "")).toBeCloseTo(readAt + 90_000, -2);
    // The clock uses the best of its last heartbeats, so give the other tests the true time.
    for (let beat = 0; beat < 12; beat++) recordHeartbeat({ serverTime: steadyNow(), until: null });
  });

  test("a repeat is an answer, not an error", async () => {
    expect((await askServer(scan, gatewayWith(answer(true)).gateway)).verdict.kind).toBe("already");
  });

  test("4.scan.18 not_you reads who is signed in and repeats once with the same key", async () => {
    const { gateway, asked } = gatewayWith(refusal(403, "not_you"), answer(false));
    expect((await askServer(scan, gateway)).verdict.kind).toBe("admitted");
    expect(asked.map(({ scannedBy, idempotencyKey }) => [scannedBy, idempotencyKey])).toEqual([
      [1, "key-1"],
      [2, "key-1"],
    ]);
  });

  test("4.scan.18 not_you twice gives up", async () => {
    const { gateway, asked } = gatewayWith(refusal(403, "not_you"), refusal(403, "not_you"), answer(false));
    expect((await askServer(scan, gateway)).verdict.kind).toBe("failed");
    expect(asked).toHaveLength(2);
  });

  test("a proxy's own JSON is no answer", async () => {
    const { gateway } = gatewayWith({ status: "login" } as unknown as ScanAnswer);
    expect(await askServer(scan, gateway)).toMatchObject({
      verdict: { kind: "unanswered" },
      outcome: { kind: "unanswered" },
    });
  });

  test("nothing else is repeated", async () => {
    const { gateway, asked } = gatewayWith(refusal(503, "database_unavailable"), answer(false));
    expect((await askServer(scan, gateway)).verdict).toMatchObject({
      kind: "unanswered",
      title: "Temporary Issue",
    });
    expect(asked).toHaveLength(1);
  });
});

describe("a server that stays silent", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("4.scan.14, 9.scan.8 is a Connection Issue after five seconds, and the call is cancelled", async () => {
    let signal: AbortSignal | undefined;
    const { gateway } = gatewayWith();
    gateway.send = (_, given) => {
      signal = given;
      return new Promise(() => {}); // even a call that ignores its signal
    };
    const decision = askServer(scan, gateway);
    await vi.advanceTimersByTimeAsync(4999);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await decision).verdict).toMatchObject({ kind: "unanswered", title: "Connection Issue" });
    expect((await decision).scan).toBe(scan);
    expect(signal?.aborted).toBe(true);
  });
});
