import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesUsers } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { UserCreate, UserUpdate } from "@/api/types";
import { userKeys } from "@/features/users/api";

/**
 * All users, by full name. The cache entry is removed when the page closes, so that an edit starts from current data.
 */
export const userListQuery = () =>
  queryOptions({
    queryKey: userKeys.all,
    queryFn: () => unwrap(api.GET("/api/users")),
    meta: { isAffectedBy: touchesUsers },
    gcTime: 0,
  });

export function useCreateUser() {
  return useMutation({
    mutationKey: userKeys.save(),
    mutationFn: (user: UserCreate) => unwrap(api.POST("/api/users", { body: user })),
    meta: { changes: userKeys.all },
  });
}

/**
 * Refreshes nothing itself: users who change their own role have no session left for it. The caller uses
 * `useRefreshUsers`.
 */
export function useUpdateUser(id: number) {
  return useMutation({
    mutationKey: userKeys.save(),
    mutationFn: (changes: UserUpdate) =>
      unwrap(api.PUT("/api/users/{user_id}", { params: { path: { user_id: id } }, body: changes })),
  });
}

/** Attendees contain the names of seller and scanner, so they change with the users. */
export function useRefreshUsers() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: userKeys.all });
    void queryClient.invalidateQueries({ queryKey: QUERY_KEY.attendees });
  };
}

export function useDeactivateUser(id: number) {
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/users/{user_id}", { params: { path: { user_id: id } } })),
    meta: { changes: userKeys.all },
  });
}

export function useReactivateUser(id: number) {
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/users/{user_id}/reactivate", { params: { path: { user_id: id } } })),
    meta: { changes: userKeys.all },
  });
}
