import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";

/** Asked once per admitted guest. If another door was faster, the scan is 'Already Checked In'. */
export const partyQuery = (attendeeId: number, isEnabled: boolean) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "party", attendeeId] as const,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/attendees/{attendee_id}/party", {
          params: { path: { attendee_id: attendeeId } },
          signal,
        }),
      ),
    enabled: isEnabled,
    gcTime: 0,
  });
