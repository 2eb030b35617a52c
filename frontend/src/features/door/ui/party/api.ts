import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { QUERY_ROOM } from "@/api/query-rooms";

/** Asked once for each guest who is let in: an offer that another door was quicker with is 'Already Checked In'. */
export const partyQuery = (attendeeId: number, isEnabled: boolean) =>
  queryOptions({
    queryKey: [...QUERY_ROOM.attendees, "party", attendeeId] as const,
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/attendees/{attendee_id}/party", {
          params: { path: { attendee_id: attendeeId } },
          signal,
        }),
      ),
    enabled: isEnabled,
    gcTime: 0,
  });
