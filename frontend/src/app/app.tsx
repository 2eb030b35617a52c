import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "@/api/query-client";
import { ErrorBoundary } from "@/app/error-boundary";
import { ListWiping, useDoorState } from "@/app/list-wiping";
import { LiveUpdates } from "@/app/live-updates";
import { AppRoutes } from "@/app/routes";
import { handleQueryFailure } from "@/app/session-expired";
import { PageFocus } from "@/components/layout/page-focus";
import { lazyComponent, usePageReady } from "@/components/ui/lazy-component";
import { ToastHost } from "@/components/ui/toast-host";
import { startLateLogout } from "@/features/users/sign-in/deferred-logout";
import { isSignedOut, useSessionRecord } from "@/features/users/sign-in/session";
import { countUnsyncedWith } from "@/hooks/unsynced-check-ins";

const OutboxSender = lazyComponent(
  async () => (await import("@/features/door/outbox/outbox-sender")).OutboxSender,
);

countUnsyncedWith(async () => (await import("@/features/door/outbox/use-outbox")).countUnsent());

/** Sends the door's unsynced check-ins on every page, after the page has loaded. */
function OutboxSending() {
  const pageReady = usePageReady();
  const { user, authenticated } = useSessionRecord();
  const { isDoorOpen, isStaying } = useDoorState();
  const userId = authenticated ? (user?.id ?? null) : null;
  // A server restored from a backup may lack records that it had accepted: an expired session keeps them.
  const keepsAnswered = isDoorOpen || isStaying || !isSignedOut();
  return pageReady ? <OutboxSender userId={userId} keepsAnswered={keepsAnswered} /> : null;
}

/** Sends a sign-out that the server missed, unless a user has signed in since (contract 4.logout). */
function LateLogout() {
  const { authenticated } = useSessionRecord();
  useEffect(() => (authenticated ? undefined : startLateLogout()), [authenticated]);
  return null;
}

const Confirming = lazyComponent(
  async () => (await import("@/features/users/confirm/confirm-password")).ConfirmPassword,
);

/** Asks for the password before a critical action (contract 2.confirm). Loaded after the page. */
const ConfirmPassword = () => (usePageReady() ? <Confirming /> : null);

export function App() {
  const [queryClient] = useState(() => createQueryClient(handleQueryFailure));
  // Followed imports end with the page that follows them.
  useEffect(() => () => queryClient.clear(), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates />
      <ListWiping />
      <OutboxSending />
      <LateLogout />
      <ErrorBoundary>
        <BrowserRouter>
          <PageFocus>
            <AppRoutes />
          </PageFocus>
        </BrowserRouter>
      </ErrorBoundary>
      <ConfirmPassword />
      <ToastHost />
    </QueryClientProvider>
  );
}
