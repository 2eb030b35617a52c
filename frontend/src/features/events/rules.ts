import type { Event } from "@/api/types";

/** Contract 10: lengths are counted after trimming. */
export const EVENT_NAME_MAX = 200;

/** All attendees of all events; undefined where an event comes without its count. */
export function totalAttendees(events: Event[]): number | undefined {
  return events.reduce<number | undefined>(
    (sum, { attendeeCount }) =>
      sum === undefined || attendeeCount === undefined ? undefined : sum + attendeeCount,
    0,
  );
}
