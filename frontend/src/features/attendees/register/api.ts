import { queryOptions } from "@tanstack/react-query";
import { touchesAttendee } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { Attendee } from "@/api/types";
import { findAttendee } from "@/features/attendees/api";
import { hasTicket } from "@/features/attendees/rules";

/** The attendees of one registration, for its result; deleted and erased ones are left out. */
export const registeredQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "registered", ids] as const,
    queryFn: async ({ signal }): Promise<Attendee[]> => {
      const found = await Promise.all(ids.map((id) => findAttendee(id, signal)));
      return found.filter((attendee) => attendee !== null).filter(hasTicket);
    },
    meta: {
      isAffectedBy: (facts, data) =>
        ids.some((id) => touchesAttendee(facts, id, (data as Attendee[] | undefined)?.[0]?.eventId)),
    },
  });
