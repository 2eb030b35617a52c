import type { QueryClient } from "@tanstack/react-query";
import { isSessionExpired, requiredSignInStep } from "@/api/api-error";
import { toast } from "@/components/ui/toast-store";
import { currentGrant } from "@/features/door/access/current-grant";
import { expireSession, sessionRecord, updateSessionUser } from "@/features/users/sign-in/session";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";
import { saveDrafts } from "@/hooks/drafts";

/** True while the scanner is still loading, and so cannot keep the page open yet. */
const isDoorLoading = (): boolean => location.pathname === "/scan-attendees" && currentGrant() !== null;

/**
 * Handles an expired session: stores the drafts, clears the session record, and shows a toast. The guard then goes to
 * /auth (contract 4); the scan screen stays (4.scan.35). Of several failing requests only the first finds a record.
 */
export function handleSessionExpired(queryClient: QueryClient): void {
  const { user, authenticated } = sessionRecord();
  if (!authenticated || !user) return;
  saveDrafts(user.id);
  // The scanner shows its own message and stays open.
  if (expireSession() || isDoorLoading()) return;
  queryClient.clear();
  toast({ ...LOGOUT_COPY.endedElsewhere, variant: "destructive" });
}

/** True while a request that ends the session is in flight; its response brings its own message. */
const isEndingSignIn = (queryClient: QueryClient): boolean =>
  queryClient.isMutating({ predicate: ({ meta }) => Boolean(meta?.endsSignIn) }) > 0;

/** Handles every failed request that does not handle its own 401. */
export function handleQueryFailure(error: unknown, queryClient: QueryClient): void {
  const { user } = sessionRecord();
  const step = requiredSignInStep(error);
  if (isSessionExpired(error)) {
    if (!isEndingSignIn(queryClient)) handleSessionExpired(queryClient);
  } else if (step && user) {
    saveDrafts(user.id);
    updateSessionUser({ ...user, [step]: true });
  }
}
