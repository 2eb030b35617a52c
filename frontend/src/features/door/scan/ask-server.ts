import { ApiError, networkError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { clockOffset } from "@/api/live/server-clock";
import type { ScanAnswer, ScanRequest } from "@/api/types";
import { placeFields } from "@/features/door/core/decide";
import { ANSWER_TIMEOUT_MS } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import { isAnswered, verdictOfFailure, verdictOfText } from "@/features/door/core/scan-failure";
import type { Verdict } from "@/features/door/core/verdict";
import {
  attendeeOf,
  kindOfAnswer,
  type Outcome,
  outcomeOfFailure,
  outcomeOfScan,
} from "@/features/door/outbox/result";
import { withTimeout } from "@/lib/with-timeout";

export type ServerGateway = {
  send: (request: ScanRequest, signal: AbortSignal) => Promise<ScanAnswer>;
  userId: number;
  device: string | null;
  /** Reloads /api/me and returns the id of the signed-in user. */
  rereadUserId: () => Promise<number>;
};

/** The scan as sent, and its outcome (contract 4.offline.1). */
export type ServerReply = { scan: Scan; verdict: Verdict; outcome: Outcome };

const UNANSWERED: Outcome = { kind: "unanswered" };

function verdictOfAnswer(answer: ScanAnswer): Verdict {
  const { leftAt } = answer;
  const attendee = attendeeOf(answer);
  const kind = kindOfAnswer(answer);
  return kind === "admitted" && leftAt ? { kind, attendee, leftAt } : { kind, attendee };
}

const inTime = <T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeout(ANSWER_TIMEOUT_MS, call, () => networkError(new Error("No answer in time")));

/** Sends the text if this page read it, else the ticket reference. */
function requestOf(
  scan: Scan,
  listedHash: string | null,
  { userId, device }: Pick<ServerGateway, "userId" | "device">,
): ScanRequest {
  const { qrData, hash, attendeeId, idempotencyKey, eventId, readAt } = scan;
  // After a restore the id may belong to another guest.
  const found = { attendeeId, ...(listedHash === null ? {} : { listedHash }) };
  const ticket = qrData !== undefined ? { qrData } : hash !== undefined ? { qrHash: hash } : found;
  // The server counts a slow scan from the time it was read.
  const offset = clockOffset();
  const scannedAt = offset === null ? {} : { scannedAt: new Date(readAt + offset).toISOString() };
  return {
    ...ticket,
    ...scannedAt,
    idempotencyKey,
    eventId,
    scannedBy: userId,
    ...(device ? { device } : {}),
    ...placeFields(scan),
  };
}

/**
 * Asks the server about a scan. `listedHash` belongs to a guest found by name. Never throws: every failure is a
 * verdict.
 */
export async function askServer(
  scan: Scan,
  gateway: ServerGateway,
  listedHash: string | null = null,
): Promise<ServerReply> {
  const attempt = async (current: Scan, userId: number): Promise<ServerReply> => {
    const request = requestOf(current, listedHash, { userId, device: gateway.device });
    const answer = await inTime((signal) => gateway.send(request, signal));
    const outcome = outcomeOfScan(answer);
    if (outcome.kind !== "answered") throw networkError(new Error("The answer was not our server's"));
    return { scan: current, verdict: verdictOfAnswer(answer), outcome };
  };

  /** `not_you` is about the device, not the ticket, so it is retried once (contract 4.scan.18). */
  const mended = async (error: unknown): Promise<ServerReply> => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "not_you") return attempt(scan, await inTime(gateway.rereadUserId));
    throw error;
  };

  try {
    return await attempt(scan, gateway.userId).catch(mended);
  } catch (error) {
    const verdict = error instanceof ApiError ? verdictOfFailure(error) : verdictOfText(String(error));
    return {
      scan,
      verdict,
      outcome: isAnswered(error) ? outcomeOfFailure(error, { text: scan.qrData ?? null }) : UNANSWERED,
    };
  }
}

/** Not a mutation: the door handles every failure itself, even an ended session (contract 4.scan.20). */
export function sendScan(request: ScanRequest, signal: AbortSignal): Promise<ScanAnswer> {
  return unwrap(api.POST("/api/attendees/scan", { body: request, signal }));
}
