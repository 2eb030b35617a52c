import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { touchesUsers } from "@/api/live/change-notice";
import type { SecondFactorRequirement } from "@/api/types";
import { readSignedInUser, userKeys } from "@/features/users/api";
import { updateSessionUser } from "@/features/users/sign-in/session";

const keys = {
  own: () => [...userKeys.all, "own second factor"] as const,
  requirement: () => [...userKeys.all, "second factor required"] as const,
};

export const ownSecondFactorQuery = () =>
  queryOptions({
    queryKey: keys.own(),
    queryFn: () => unwrap(api.GET("/api/me/second-factor")),
    gcTime: 0,
  });

/** Creates a new secret, replacing an unconfirmed one. */
export function useBeginSecondFactor() {
  const follow = useFollowOwnSecondFactor();
  return useMutation({
    mutationKey: userKeys.save(),
    mutationFn: (password: string) => unwrap(api.POST("/api/me/second-factor", { body: { password } })),
    onError: (error) => {
      // Another page has set it up meanwhile. If this read fails, the form still shows the error.
      if (error instanceof ApiError && error.code === "second_factor_present") void follow().catch(() => {});
    },
    // The secret is stored only by the step that shows it.
    gcTime: 0,
  });
}

/** The recovery codes are returned only once. */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationKey: userKeys.save(),
    mutationFn: (code: string) => unwrap(api.POST("/api/me/second-factor/confirm", { body: { code } })),
    gcTime: 0,
  });
}

export function useRemoveSecondFactor() {
  return useMutation({
    mutationKey: userKeys.save(),
    mutationFn: (removal: { password: string; code: string }) =>
      unwrap(api.DELETE("/api/me/second-factor", { body: removal })),
    meta: { changes: userKeys.all },
  });
}

/** Call it after users change their own second factor: updates the session record and the lists. */
export function useFollowOwnSecondFactor(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: userKeys.all });
    updateSessionUser(await readSignedInUser());
  };
}

export function useResetSecondFactor(id: number) {
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/users/{user_id}/second-factor", { params: { path: { user_id: id } } })),
    meta: { changes: userKeys.all },
  });
}

/** The accounts that must have a second factor. */
export const requirementQuery = () =>
  queryOptions({
    queryKey: keys.requirement(),
    queryFn: () => unwrap(api.GET("/api/second-factor")),
    meta: { isAffectedBy: touchesUsers },
    gcTime: 0,
  });

export function useSetRequirement() {
  return useMutation({
    mutationFn: (wanted: SecondFactorRequirement) => unwrap(api.PUT("/api/second-factor", { body: wanted })),
    meta: { changes: userKeys.all },
  });
}
