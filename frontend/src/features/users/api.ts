import { useIsMutating, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";
import type { Credentials, PasswordChange } from "@/api/types";
import { LOGOUT_TIMEOUT_MS } from "@/features/users/rules";
import { clearQueuedLogout, queueLogout, withSignInLock } from "@/features/users/sign-in/deferred-logout";

export const userKeys = { all: QUERY_KEY.users, save: () => [...userKeys.all, "save"] as const };

/**
 * True while a form of this feature is being saved: its dialog stays open until the response, so that it is not missed.
 */
export const useIsSaving = (): boolean => useIsMutating({ mutationKey: userKeys.save() }) > 0;

/** A refused login is handled by the form, and ends no session. */
export function useLogin() {
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      withSignInLock(() => unwrap(api.POST("/api/login", { body: credentials }))),
    meta: { handles401: true },
  });
}

/** The callbacks run even if the page was left meanwhile. It does not wait for a server that is gone. */
export function useLogout(heard: { onSuccess: () => void; onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/logout", { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) })),
    meta: { handles401: true, endsSignIn: true },
    ...heard,
  });
}

export function useChangePassword() {
  return useMutation({
    mutationKey: userKeys.save(),
    mutationFn: (change: PasswordChange) => unwrap(api.PUT("/api/me/password", { body: change })),
  });
}

/** Allows critical actions in this session for a while. The password is not stored. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: (typed: { password: string; code?: string }) =>
      unwrap(api.POST("/api/me/confirm", { body: typed })),
    gcTime: 0,
  });
}

/** Reads the signed-in user from the server: the browser's session record may be outdated. */
export function readSignedInUser() {
  return unwrap(api.GET("/api/me"));
}

/**
 * Ends the server's session without waiting. `keepalive` lets the request outlive the page that is about to reload; if
 * it fails, it is sent later (contract 4.logout.11).
 */
export function sendLogout(): void {
  queueLogout();
  unwrap(api.POST("/api/logout", { keepalive: true })).then(clearQueuedLogout, (error: unknown) => {
    console.error("The server was not told about the logout", error);
  });
}
