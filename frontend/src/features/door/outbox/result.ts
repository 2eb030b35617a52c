import { ApiError } from "@/api/api-error";
import type { Attendee, EventRef, ScanAnswer } from "@/api/types";
import { isExit, isServerAnswer, type ServerAnswer } from "@/features/door/core/decide";
import type { VerdictGuest } from "@/features/door/core/verdict";
import type { OutboxRecord, OutboxResult, ServerTicketInfo } from "@/features/door/outbox/record";
import { steadyNow } from "@/lib/clock";

export type Outcome =
  | { kind: "answered"; result: OutboxResult; ticket: ServerTicketInfo | null }
  /** No response of our server, or none about the ticket. */
  | { kind: "unanswered" };

const UNANSWERED: Outcome = { kind: "unanswered" };

/** Codes that a sign-in resolves. */
export const REFUSALS = [
  "not_signed_in",
  "not_you",
  "password_change_required",
  "second_factor_setup_required",
  "forbidden",
  "grant_ended",
];
/** Codes about this record, which sending it again does not change. */
export const FOR_GOOD = ["validation_failed", "key_reused", "payload_too_large", "malformed_body"];

const ticketInfoOf = ({ id, event }: Attendee): ServerTicketInfo => ({
  attendeeId: id,
  eventDate: event?.date ?? null,
});

const settled = (
  kind: OutboxResult["kind"],
  more: Partial<OutboxResult> = {},
  ticket: ServerTicketInfo | null = null,
): Outcome => ({
  kind: "answered",
  result: { kind, attendedAt: null, checkedInBy: null, detail: null, receivedAt: steadyNow(), ...more },
  ticket,
});

/** A helper with their door, or a user; null if unknown. */
export const letInBy = ({
  scanner,
  checkInDoor,
}: Partial<Pick<VerdictGuest, "scanner" | "checkInDoor">>): string | null =>
  checkInDoor?.helper ? `${checkInDoor.helper}, ${checkInDoor.door}` : (scanner?.fullName ?? null);

const asIn = (attendee: Attendee): Partial<OutboxResult> => ({
  attendedAt: attendee.attendedAt,
  checkedInBy: letInBy(attendee),
});

/** A proxy may also answer 200 with JSON. */
const isOurs = (answer: { attendee?: Partial<Attendee> } | null | undefined): boolean =>
  typeof answer?.attendee?.id === "number";

/** The outcome for the guest in a response to a scan. */
export const kindOfAnswer = (answer: ScanAnswer): "admitted" | "already" | "left" =>
  isExit(answer) ? "left" : answer.alreadyScanned ? "already" : "admitted";

export function outcomeOfScan(answer: ScanAnswer): Outcome {
  if (!isOurs(answer) || typeof answer.alreadyScanned !== "boolean") return UNANSWERED;
  const { leftAt = null } = answer;
  const attendee = attendeeOf(answer);
  return settled(kindOfAnswer(answer), { ...asIn(attendee), leftAt }, ticketInfoOf(attendee));
}

const REFUSALS_OF_GUESTS = [
  "not_inside",
  "reentry_not_allowed",
  "exits_not_counted",
  "wrong_ticket_type",
  "not_entered",
  "full",
] as const;

const isRefusalOfGuest = (code: string): code is (typeof REFUSALS_OF_GUESTS)[number] =>
  (REFUSALS_OF_GUESTS as readonly string[]).includes(code);

/** The server's decision on the ticket of a record; null if it has none. */
export function serverAnswerOf(result: OutboxResult | null): ServerAnswer | null {
  const kind = result?.kind === "reentry_not_allowed" ? "already_left" : result?.kind;
  return kind !== undefined && isServerAnswer(kind) ? kind : null;
}

/** The guest of an answer; at a check-in list with the check-ins there. */
export function attendeeOf({ attendee, checkIn }: ScanAnswer): Attendee {
  if (!checkIn) return attendee;
  const { firstAt: attendedAt, checkedInBy: scanner, checkInDoor } = checkIn;
  return { ...attendee, attendedAt, scanner, checkInDoor, leftAt: null };
}

/** The outcome of a failed scan, by problem code. A proxy's page or a busy server decides nothing. Never throws. */
export function outcomeOfFailure(error: unknown, { text }: Pick<OutboxRecord, "text">): Outcome {
  if (!(error instanceof ApiError) || !isOurProblem(error)) return UNANSWERED;
  const { code, errors, detail } = error;
  if (code === "ticket_unknown" || code === "attendee_not_found") return settled("unknown");
  if (code === "ticket_other_event") return settled("other_event", { detail: nameOfEvent(error) });
  if (code === "ticket_invalid") return settled("invalid");
  if (isRefusalOfGuest(code)) {
    const { attendee } = error.body as { attendee?: Attendee };
    return settled(code, {}, attendee ? ticketInfoOf(attendee) : null);
  }
  if (!FOR_GOOD.includes(code)) return UNANSWERED;
  const onEvent = errors.find(({ field }) => field === "eventId" || field === "listId");
  // A text that is too long or malformed is not a ticket.
  if (text !== null && code !== "key_reused" && !onEvent) return settled("invalid");
  return settled("failed", { detail: onEvent?.message ?? detail });
}

/** Problem details repeat the status. */
export const isOurProblem = ({ status, body }: ApiError): boolean =>
  (body as { status?: unknown } | null)?.status === status;

const nameOfEvent = ({ body }: ApiError): string | null =>
  (body as { ticketEvent?: EventRef } | null)?.ticketEvent?.name ?? null;
