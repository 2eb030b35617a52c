import type { Event } from "@/api/types";

/** Contract 10: lengths are counted after trimming. */
export const EVENT_NAME_MAX = 200;

/** Contract 2: the id of /edit-event/{id} is an integer; null for anything else. */
export function parseEventId(text: string | undefined): number | null {
  if (!text || !/^\d+$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** All attendees of all events; undefined where an event comes without its count. */
export function totalAttendees(events: Event[]): number | undefined {
  return events.reduce<number | undefined>(
    (sum, { attendeeCount }) =>
      sum === undefined || attendeeCount === undefined ? undefined : sum + attendeeCount,
    0,
  );
}
