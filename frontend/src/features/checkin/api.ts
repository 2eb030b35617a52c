import { queryOptions } from "@tanstack/react-query";
import { answer, answerPage, api } from "@/api/client";
import { touchesList } from "@/api/live/change-notice";
import { QUERY_ROOM } from "@/api/query-rooms";
import type { AttendanceAnswer, AttendanceRequest, ScanAnswer, ScanRequest } from "@/api/types";
import type { OutboxRecord } from "@/features/checkin/outbox/record";
import { SEARCH_SHOWN } from "@/features/checkin/rules";

/** Sends one scan. Not a mutation: the door handles every failure itself, even a lost sign-in (contract 4.scan.20). */
export function sendScan(request: ScanRequest, signal: AbortSignal): Promise<ScanAnswer> {
  return answer(api.POST("/api/attendees/scan", { body: request, signal }));
}

/** Sends what a door kept: a check-in by whichever name of the ticket it has. Throws `ApiError`. */
export function sendKeptScan(record: OutboxRecord, signal: AbortSignal): Promise<ScanAnswer> {
  const { key, eventId, device, userId, hash, attendeeId, listedHash, text } = record;
  const named =
    hash !== null
      ? { qrHash: hash }
      : attendeeId !== null
        ? { attendeeId, listedHash }
        : { qrData: text ?? "" };
  const body = { ...named, eventId, device, scannedBy: userId, idempotencyKey: key };
  return answer(api.POST("/api/attendees/scan", { body: body as ScanRequest, signal }));
}

/** Takes back the check-in of this moment, and no later one, for the user who did so. Throws `ApiError`. */
export function sendUndo(
  { attendeeId, since, userId }: { attendeeId: number; since: string; userId: number },
  signal: AbortSignal,
): Promise<AttendanceAnswer> {
  const params = { path: { attendee_id: attendeeId } };
  const body: AttendanceRequest = { attended: false, attendedAt: since, scannedBy: userId };
  return answer(api.PATCH("/api/attendees/{attendee_id}/attendance", { params, body, signal }));
}

/** The server's clock as an answer brought it, in milliseconds since 1970; null where it told none. */
export async function readServerTime(signal: AbortSignal): Promise<number | null> {
  const { response } = await api.GET("/api/me", { signal });
  const told = Date.parse(response.headers.get("Date") ?? "");
  return Number.isNaN(told) ? null : told;
}

/** How many attendees an event has, or all events together, and how many of them are in. */
export async function countTickets(
  eventId: number | null,
  signal: AbortSignal,
): Promise<{ total: number; present: number }> {
  const event = eventId === null ? {} : { eventId };
  const count = async (filter: { attended?: boolean }) => {
    const query = { limit: 1, ...event, ...filter };
    return (await answerPage(api.GET("/api/attendees", { params: { query }, signal }))).total ?? 0;
  };
  const [total, present] = await Promise.all([count({}), count({ attended: true })]);
  return { total, present };
}

/**
 * Guests by name, phone or invoice number, of one event or of all. Nothing of it is kept: whether somebody is in
 * changes by the second, and data never goes stale by itself (contract 7).
 */
export const guestSearchQuery = (search: string, eventId: number | null, isEnabled: boolean) =>
  queryOptions({
    queryKey: [...QUERY_ROOM.attendees, "door", search, eventId] as const,
    queryFn: ({ signal }) => {
      const query = { search, limit: SEARCH_SHOWN, ...(eventId === null ? {} : { eventId }) };
      return answerPage(api.GET("/api/attendees", { params: { query }, signal }));
    },
    enabled: search !== "" && isEnabled,
    gcTime: 0,
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });
