import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "@/api/client";
import { touchesConflicts, touchesDoors, touchesEvents, touchesList } from "@/api/live/change-notice";
import { onHeartbeat } from "@/api/live/server-clock";
import { QUERY_KEY } from "@/api/query-keys";
import { BEATS_PER_READING } from "@/features/door/figures/rules";

const doorsKey = (eventId: number) => [...QUERY_KEY.doors, eventId] as const;

export const doorsQuery = (eventId: number) =>
  queryOptions({
    queryKey: doorsKey(eventId),
    queryFn: ({ signal }) => unwrap(api.GET("/api/doors", { params: { query: { eventId } }, signal })),
    meta: {
      isAffectedBy: (facts) =>
        touchesList(facts, eventId) ||
        touchesEvents(facts) ||
        touchesConflicts(facts, eventId) ||
        touchesDoors(facts, eventId),
    },
  });

/**
 * The numbers of an event's doors. The stream does not report contacts, so they are reloaded with some heartbeats,
 * which stop while the server is away (contract 2.doors.337).
 */
export function useDoors(eventId: number) {
  const queryClient = useQueryClient();
  useEffect(() => {
    let beats = 0;
    return onHeartbeat(() => {
      beats += 1;
      if (beats % BEATS_PER_READING !== 0 || document.hidden) return;
      void queryClient.refetchQueries({ queryKey: doorsKey(eventId), exact: true }, { cancelRefetch: false });
    });
  }, [queryClient, eventId]);
  return useQuery(doorsQuery(eventId));
}
