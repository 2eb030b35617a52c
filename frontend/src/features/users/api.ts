import { useMutation } from "@tanstack/react-query";
import { answer, api } from "@/api/client";

export interface Credentials {
  username: string;
  password: string;
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** A refused login is an answer about this form, not the end of a sign-in. */
export function useLogin() {
  return useMutation({
    mutationFn: (credentials: Credentials) => answer(api.POST("/api/login", { body: credentials })),
    meta: { handles401: true },
  });
}

export function useLogout() {
  return useMutation({
    mutationFn: () => answer(api.POST("/api/logout")),
    meta: { handles401: true },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: PasswordChange) => answer(api.PUT("/api/me/password", { body: change })),
  });
}

/** Who the server says is signed in: the browser's record may be behind. */
export function readSignedInUser() {
  return answer(api.GET("/api/me"));
}

/**
 * Ends the server's session without waiting for it. `keepalive` lets the call outlive the page that is about to
 * reload; if it fails, the session still ends by itself after 8 hours (contract 4).
 */
export function logOutInBackground(): void {
  answer(api.POST("/api/logout", { keepalive: true })).catch((error: unknown) => {
    console.error("The server was not told about the logout", error);
  });
}
