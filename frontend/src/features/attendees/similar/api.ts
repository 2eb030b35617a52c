import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesList } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";

/** contract 7.similar: whose name is one or two letters off, of one event or of all. */
export const similarAttendeesQuery = (name: string, eventId: number | null) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "similar", name, eventId] as const,
    queryFn: ({ signal }) => {
      const query = { name, ...(eventId === null ? {} : { eventId }) };
      return unwrap(api.GET("/api/attendees/similar", { params: { query }, signal }));
    },
    gcTime: 0,
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });
