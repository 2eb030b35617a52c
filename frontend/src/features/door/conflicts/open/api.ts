import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesConflicts, touchesEvents } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";

/** Number of open conflicts, apart so that the dashboard loads nothing else. */
export const openConflictsQuery = () =>
  queryOptions({
    queryKey: [...QUERY_KEY.conflicts, "open"] as const,
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/door/conflicts", { params: { query: { limit: 0 } }, signal }))).open,
    meta: { isAffectedBy: (facts) => touchesConflicts(facts, null) || touchesEvents(facts) },
  });
