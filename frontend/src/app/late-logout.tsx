import { useEffect } from "react";
import { startLateLogout } from "@/features/users/sign-in/late-logout";
import { useSessionRecord } from "@/features/users/sign-in/session";

/** contract 4.logout: the server hears later of a sign-out that it did not hear of, unless a user signed in since. */
export function LateLogout() {
  const { authenticated } = useSessionRecord();
  useEffect(() => (authenticated ? undefined : startLateLogout()), [authenticated]);
  return null;
}
