import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, Outlet } from "react-router";
import { handleSessionExpired } from "@/app/session-expired";
import { LoadingState } from "@/components/ui/states";
import { usePageGrant } from "@/features/door/access/current-grant";
import {
  clearSession,
  expireSession,
  isValidSession,
  keepPageOnSessionEnd,
  mustStayAtAuth,
  onSignOut,
  sessionTimeLeft,
  useSessionEnded,
  useSessionRecord,
} from "@/features/users/sign-in/session";
import { dropDrafts, dropDraftsOfOthers, saveDraftsOnReload } from "@/hooks/drafts";
import { now } from "@/lib/clock";

/** While the other page's code loads. */
export const LOADING_PAGE = <LoadingState text="Loading..." className="min-h-dvh" />;

function Redirect({ to }: { to: string }) {
  return (
    <>
      <Navigate to={to} replace />
      {LOADING_PAGE}
    </>
  );
}

function ToSignIn() {
  // Clears an invalid record (contract 4).
  useEffect(clearSession, []);
  return <Redirect to="/auth" />;
}

/** Drafts behind the guard survive a reload, but only for the same user and until a sign-out (contract 4). */
function useDraftsOf(userId: number | null) {
  // Before any form reads its draft.
  useState(() => (userId === null ? null : dropDraftsOfOthers(userId)));
  useEffect(() => (userId === null ? undefined : saveDraftsOnReload(userId)), [userId]);
  // Before the guard closes the forms, which would store them.
  useEffect(() => onSignOut(dropDrafts), []);
}

/**
 * Guards every route but /auth: without a valid session the user goes to /auth (contract 2). The scanner stays open
 * when its session ends, and opens without one while the device has a grant, because a guest may be waiting (contract
 * 4.scan.35, 4.doors.4). It also stays open if a sign-in step is due, which the grant does not require (4.session.518).
 */
export function SignedInOnly({ stays = false }: { stays?: boolean }) {
  const record = useSessionRecord();
  const queryClient = useQueryClient();
  const isValid = isValidSession(record, now());
  useEffect(cacheFilesLater, []);
  useDraftsOf(isValid && record.user ? record.user.id : null);

  useEffect(() => {
    const timeLeft = sessionTimeLeft(record);
    if (timeLeft <= 0) return;
    const timer = setTimeout(() => handleSessionExpired(queryClient), timeLeft);
    return () => clearTimeout(timer);
  }, [record, queryClient]);

  const hasEnded = useSessionEnded();
  useEffect(() => (stays ? keepPageOnSessionEnd() : undefined), [stays]);

  const hasDoor = usePageGrant() !== null && stays;
  const staysSignedOut = hasDoor && !isValid;
  useEffect(() => {
    // Clears an invalid record (contract 4).
    if (staysSignedOut) expireSession();
  }, [staysSignedOut]);

  if ((stays && hasEnded) || staysSignedOut) return <Outlet />;
  if (!isValid) return <ToSignIn />;
  if (mustStayAtAuth(record.user) && !hasDoor) return <Redirect to="/auth" />;
  return <Outlet />;
}

/** /auth: a signed-in user goes to /, unless a password must be replaced or a second factor set up first (contract 2). */
export function SignedOutOnly() {
  const record = useSessionRecord();
  const settled = isValidSession(record, now()) && !mustStayAtAuth(record.user);
  return settled ? <Redirect to="/" /> : <Outlet />;
}

/**
 * Inside `SignedInOnly`: an organizer is sent to / (contract 2). The server enforces access to the data (contract 6).
 */
export function SuperAdminOnly() {
  const { user } = useSessionRecord();
  return user?.role === "super_admin" ? <Outlet /> : <Redirect to="/" />;
}

/** Requests of the opened screen, and the first taps on it, come first. */
const DELAY_MS = 15_000;
const RETRY_DELAY_MS = 60_000;

let begun = false;

/** Caches the files of the other screens, once, only after sign-in (contract 4.shell.6). */
function cacheFilesLater(): void {
  if (begun || !import.meta.env.PROD) return;
  begun = true;
  const begin = () => setTimeout(keepFiles, DELAY_MS);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin);
}

async function keepFiles(): Promise<void> {
  try {
    const { cacheAppFiles } = await import("@/lib/app-files");
    await cacheAppFiles();
  } catch {
    setTimeout(keepFiles, RETRY_DELAY_MS); // the server is away: nothing depends on these files yet
  }
}
