import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { touchesConflicts, touchesEvents } from "@/api/live/change-notice";
import { QUERY_ROOM } from "@/api/query-rooms";

/** How many conflicts are open: all that the dashboard needs, so that it loads nothing of their screen. */
export const openConflictsQuery = () =>
  queryOptions({
    queryKey: [...QUERY_ROOM.conflicts, "open"] as const,
    queryFn: async ({ signal }) =>
      (await answer(api.GET("/api/door/conflicts", { params: { query: { limit: 0 } }, signal }))).open,
    meta: { isAffectedBy: (facts) => touchesConflicts(facts, null) || touchesEvents(facts) },
  });
