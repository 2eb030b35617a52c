import { ApiError } from "@/api/api-error";
import type { Attendee, EventRef } from "@/api/types";
import { REASON, TITLE } from "@/features/door/copy";
import type { Verdict } from "@/features/door/core/verdict";

const connection = (): Verdict => ({ kind: "unanswered", title: TITLE.connection, reason: REASON.noAnswer });
const temporary = (detail: string | null = null): Verdict => ({
  kind: "unanswered",
  title: TITLE.temporary,
  reason: detail ?? REASON.serverTrouble,
});
const refused = (reason: string, ticketEvent: EventRef | null = null): Verdict => ({
  kind: "refused",
  reason,
  ticketEvent,
});

type RefusalOfGuest = "not_inside" | "already_left" | "wrong_ticket_type" | "not_entered" | "full";

const ofGuest =
  (kind: RefusalOfGuest) =>
  ({ body }: ApiError): Verdict => {
    const attendee = (body as { attendee?: Attendee } | null)?.attendee;
    return attendee ? { kind, attendee, leftAt: attendee.leftAt } : temporary();
  };

const forbidden = ({ detail }: ApiError): Verdict => ({ kind: "failed", reason: detail ?? REASON.tryAgain });

/** Verdict by problem code (contract 8.scan, 10.code). */
const SCAN_FAILURE_COPY: Record<string, (error: ApiError) => Verdict> = {
  ticket_invalid: () => refused(REASON.unknownFormat),
  ticket_unknown: () => refused(REASON.otherEvent),
  ticket_other_event: (error) => refused(REASON.otherEvent, ticketEventOf(error)),
  not_inside: ofGuest("not_inside"),
  reentry_not_allowed: ofGuest("already_left"),
  wrong_ticket_type: ofGuest("wrong_ticket_type"),
  not_entered: ofGuest("not_entered"),
  full: ofGuest("full"),
  exits_not_counted: () => refused(REASON.exitsNotCounted),
  validation_failed: (error) => {
    const on = (name: string) => error.errors.find(({ field }) => field === name);
    if (on("eventId")) return { kind: "event_deleted" };
    const onList = on("listId");
    return onList ? { kind: "failed", reason: onList.message } : refused(REASON.unknownFormat);
  },
  malformed_body: () => refused(REASON.unknownFormat),
  payload_too_large: () => refused(REASON.unknownFormat),
  not_signed_in: () => ({ kind: "signed_out" }),
  not_you: () => ({ kind: "failed", reason: REASON.otherUser }),
  password_change_required: () => ({ kind: "failed", reason: REASON.passwordChange }),
  cross_site: forbidden,
  forbidden,
  second_factor_setup_required: forbidden,
  key_reused: () => ({ kind: "failed", reason: REASON.tryAgain }),
  database_unavailable: (error) => temporary(error.detail),
  internal_error: () => temporary(),
  network: connection,
};

function ticketEventOf(error: ApiError): EventRef | null {
  const body = error.body as { ticketEvent?: EventRef } | null;
  return body?.ticketEvent ?? null;
}

/**
 * Verdict by the text `{status}: {body}` of a failure that is not our server's, such as a proxy's, in the contract's
 * order (contract 8).
 */
export function verdictOfText(text: string): Verdict {
  const says = (pattern: RegExp) => pattern.test(text);
  if (says(/already checked in|\b409\b/i)) return { kind: "already", attendee: null };
  if (says(/\b404\b|not found/i)) return refused(REASON.otherEvent);
  if (says(/\b400\b|invalid/i)) return refused(REASON.unknownFormat);
  if (says(/network|fetch/i)) return connection();
  if (says(/\b500\b|server/i)) return temporary();
  return { kind: "unanswered", title: TITLE.failed, reason: REASON.tryAgain };
}

export function verdictOfFailure(error: ApiError): Verdict {
  const known = Object.hasOwn(SCAN_FAILURE_COPY, error.code) ? SCAN_FAILURE_COPY[error.code] : undefined;
  if (known) return known(error);
  if (error.status === 401) return { kind: "signed_out" };
  // 503 and 429 keep the scan, even from a proxy (contract 4.scan.15, 10.access.570).
  if (error.status === 503 || error.status === 429) return temporary(error.detail);
  return verdictOfText(error.message);
}

/** Codes of our server that decide about a ticket or an event. */
const DECIDED = [
  "ticket_invalid",
  "ticket_unknown",
  "ticket_other_event",
  "attendee_not_found",
  "validation_failed",
  "malformed_body",
];

/** True if our server decided (contract 4.offline.1). Responses of a proxy or of a failing server decide nothing. */
export const isAnswered = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 409 || DECIDED.includes(error.code));
