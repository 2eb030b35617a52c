import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "@/api/query-client";
import { ErrorBoundary } from "@/app/error-boundary";
import { ListWiping } from "@/app/list-wiping";
import { LiveUpdates } from "@/app/live-updates";
import { AppRoutes } from "@/app/routes";
import { handleQueryFailure } from "@/app/session-expired";
import { PageFocus } from "@/components/layout/page-focus";
import { lazyComponent, usePageReady } from "@/components/ui/lazy-component";
import { ToastHost } from "@/components/ui/toast-host";
import { startLateLogout } from "@/features/users/sign-in/deferred-logout";
import { useSessionRecord } from "@/features/users/sign-in/session";
import { countUnsyncedWith } from "@/hooks/unsynced-check-ins";
import { useSettings } from "@/hooks/use-settings";

countUnsyncedWith(async () => (await import("@/features/door/outbox/use-outbox")).countUnsent());

/** Sends a sign-out that the server missed, unless a user has signed in since (contract 4.logout). */
function LateLogout() {
  const { authenticated } = useSessionRecord();
  useEffect(() => (authenticated ? undefined : startLateLogout()), [authenticated]);
  return null;
}

const AfterLoad = lazyComponent(async () => (await import("@/app/after-load")).AfterLoad);

/** Loaded after the page: until then the settings are the device's copy (contract 4.settings). */
const AfterPage = () => (usePageReady() ? <AfterLoad /> : null);

export function App() {
  // Amounts and dates are formatted while rendering, so a change of the settings renders everything.
  useSettings();
  const [queryClient] = useState(() => createQueryClient(handleQueryFailure));
  // Followed imports end with the page that follows them.
  useEffect(() => () => queryClient.clear(), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates />
      <ListWiping />
      <LateLogout />
      <ErrorBoundary>
        <BrowserRouter>
          <PageFocus>
            <AppRoutes />
          </PageFocus>
        </BrowserRouter>
      </ErrorBoundary>
      <AfterPage />
      <ToastHost />
    </QueryClientProvider>
  );
}
