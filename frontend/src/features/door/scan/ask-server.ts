import { ApiError, networkError } from "@/api/api-error";
import { clockOffset } from "@/api/live/server-clock";
import type { ScanAnswer, ScanRequest } from "@/api/types";
import { ANSWER_TIMEOUT_MS } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import { isAnswered, verdictOfFailure, verdictOfText } from "@/features/door/core/scan-failure";
import type { Verdict } from "@/features/door/core/verdict";
import { type Outcome, outcomeOfFailure, outcomeOfScan } from "@/features/door/outbox/result";

/** What asking needs of the world outside. */
export type Desk = {
  send: (request: ScanRequest, signal: AbortSignal) => Promise<ScanAnswer>;
  userId: number;
  /** The name of this door, for the log. */
  device: string | null;
  /** Reads /api/me again; the id of whoever is signed in now. */
  rereadUserId: () => Promise<number>;
};

/** The scan as it was sent, and what came of it (contract 4.offline.1). */
export type Asked = { scan: Scan; verdict: Verdict; outcome: Outcome };

const UNANSWERED: Outcome = { kind: "unanswered" };

/** Runs a call that must be answered in time, even where the call itself ignores its signal. */
async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = networkError(new Error("No answer in time"));
      reject(reason);
      controller.abort(reason);
    }, ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([call(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends the text where this page has read it, else what the device knows of the ticket. */
function requestOf(
  scan: Scan,
  listedHash: string | null,
  { userId, device }: Pick<Desk, "userId" | "device">,
): ScanRequest {
  const { qrData, hash, attendeeId, idempotencyKey, eventId, readAt } = scan;
  // A restore may have given the id to another guest.
  const found = { attendeeId, ...(listedHash === null ? {} : { listedHash }) };
  const ticket = qrData !== undefined ? { qrData } : hash !== undefined ? { qrHash: hash } : found;
  // A server that is slow counts it from when it was read.
  const offset = clockOffset();
  const scannedAt = offset === null ? {} : { scannedAt: new Date(readAt + offset).toISOString() };
  return {
    ...ticket,
    ...scannedAt,
    idempotencyKey,
    eventId,
    scannedBy: userId,
    ...(device ? { device } : {}),
  };
}

/**
 * Asks the server about a scan. `listedHash` is what the list has for a guest who was found by name. Never throws: whatever
 * happens is a verdict.
 */
export async function askServer(scan: Scan, desk: Desk, listedHash: string | null = null): Promise<Asked> {
  const attempt = async (current: Scan, userId: number): Promise<Asked> => {
    const request = requestOf(current, listedHash, { userId, device: desk.device });
    const answer = await inTime((signal) => desk.send(request, signal));
    const outcome = outcomeOfScan(answer);
    if (outcome.kind !== "settled") throw networkError(new Error("The answer was not our server's"));
    const kind = answer.alreadyScanned ? "already" : "admitted";
    return { scan: current, verdict: { kind, attendee: answer.attendee }, outcome };
  };

  /** contract 4.scan.18: this refusal is about the device's memory, not the ticket; it is retried once. */
  const mended = async (error: unknown): Promise<Asked> => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "not_you") return attempt(scan, await inTime(desk.rereadUserId));
    throw error;
  };

  try {
    return await attempt(scan, desk.userId).catch(mended);
  } catch (error) {
    const verdict = error instanceof ApiError ? verdictOfFailure(error) : verdictOfText(String(error));
    return {
      scan,
      verdict,
      outcome: isAnswered(error) ? outcomeOfFailure(error, { text: scan.qrData ?? null }) : UNANSWERED,
    };
  }
}
