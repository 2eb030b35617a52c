import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesUsers } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";

/** The user whose sessions are listed: null for the current one; super admins may give an id. */
export type Whose = number | null;

const ofUser = (id: number) => ({ params: { path: { user_id: id } } });

/** A user's active sessions. The cache entry is removed when the list closes. */
export const signInsQuery = (whose: Whose) =>
  queryOptions({
    queryKey: [...QUERY_KEY.users, "sessions", whose],
    queryFn: () =>
      unwrap(
        whose === null
          ? api.GET("/api/me/sessions")
          : api.GET("/api/users/{user_id}/sessions", ofUser(whose)),
      ),
    meta: { isAffectedBy: touchesUsers },
    gcTime: 0,
  });

function endOne(whose: Whose, id: string) {
  return whose === null
    ? api.DELETE("/api/me/sessions/{session_id}", { params: { path: { session_id: id } } })
    : api.DELETE("/api/users/{user_id}/sessions/{session_id}", {
        params: { path: { user_id: whose, session_id: id } },
      });
}

const endAll = (whose: Whose) =>
  whose === null
    ? api.DELETE("/api/me/sessions")
    : api.DELETE("/api/users/{user_id}/sessions", ofUser(whose));

/** Ends one session, or with null all except the current one. */
export function useEndSignIn(whose: Whose) {
  return useMutation({
    mutationFn: (id: string | null) => unwrap(id === null ? endAll(whose) : endOne(whose, id)),
    meta: { changes: QUERY_KEY.users },
  });
}
