import { ApiError } from "@/api/api-error";
import type { Attendee, EventRef, ScanAnswer } from "@/api/types";
import type { Guest } from "@/features/door/core/verdict";
import type { OutboxRecord, OutboxResult, ToldTicket } from "@/features/door/outbox/record";
import { steadyNow } from "@/lib/clock";

/** What came of a scan that the door asked the server about. */
export type Outcome =
  | { kind: "settled"; result: OutboxResult; told: ToldTicket | null }
  /** No answer of our server, or none about the ticket. */
  | { kind: "unanswered" };

const UNANSWERED: Outcome = { kind: "unanswered" };

/** Codes that a sign-in cures. */
export const REFUSALS = [
  "not_signed_in",
  "not_you",
  "password_change_required",
  "second_factor_setup_required",
  "forbidden",
  "grant_ended",
];
/** Codes about this record alone, which sending it again does not change. */
export const FOR_GOOD = ["validation_failed", "key_reused", "payload_too_large", "malformed_body"];

const toldOf = ({ id, event }: Attendee): ToldTicket => ({ attendeeId: id, eventDate: event?.date ?? null });

const settled = (
  kind: OutboxResult["kind"],
  more: Partial<OutboxResult> = {},
  told: ToldTicket | null = null,
): Outcome => ({
  kind: "settled",
  result: { kind, attendedAt: null, checkedInBy: null, detail: null, receivedAt: steadyNow(), ...more },
  told,
});

/** Who let a guest in: a helper at their door, or a member of staff; null where nobody knows. */
export const letInBy = ({
  scanner,
  checkInDoor,
}: Partial<Pick<Guest, "scanner" | "checkInDoor">>): string | null =>
  checkInDoor?.helper ? `${checkInDoor.helper}, ${checkInDoor.door}` : (scanner?.fullName ?? null);

const asIn = (attendee: Attendee): Partial<OutboxResult> => ({
  attendedAt: attendee.attendedAt,
  checkedInBy: letInBy(attendee),
});

/** A proxy may say 200 in JSON, too. */
const isOurs = (answer: { attendee?: Partial<Attendee> } | null | undefined): boolean =>
  typeof answer?.attendee?.id === "number";

/** What the server says to a check-in. */
export function outcomeOfScan(answer: ScanAnswer): Outcome {
  if (!isOurs(answer) || typeof answer.alreadyScanned !== "boolean") return UNANSWERED;
  const { attendee, alreadyScanned } = answer;
  return settled(alreadyScanned ? "already" : "admitted", asIn(attendee), toldOf(attendee));
}

/**
 * What a failed call means for the record that was sent: our server's own word, by its code. A proxy's page, or a server
 * that is busy, says nothing of a record. Never throws.
 */
export function outcomeOfFailure(error: unknown, { text }: Pick<OutboxRecord, "text">): Outcome {
  if (!(error instanceof ApiError) || !isOurProblem(error)) return UNANSWERED;
  const { code, errors, detail } = error;
  if (code === "ticket_unknown" || code === "attendee_not_found") return settled("unknown");
  if (code === "ticket_other_event") return settled("other_event", { detail: nameOfEvent(error) });
  if (code === "ticket_invalid") return settled("invalid");
  if (!FOR_GOOD.includes(code)) return UNANSWERED;
  const onEvent = errors.find(({ field }) => field === "eventId");
  // A text that is too long or too strange is no ticket.
  if (text !== null && code !== "key_reused" && !onEvent) return settled("invalid");
  return settled("failed", { detail: onEvent?.message ?? detail });
}

/** Problem details repeat the status. */
export const isOurProblem = ({ status, body }: ApiError): boolean =>
  (body as { status?: unknown } | null)?.status === status;

const nameOfEvent = ({ body }: ApiError): string | null =>
  (body as { ticketEvent?: EventRef } | null)?.ticketEvent?.name ?? null;
