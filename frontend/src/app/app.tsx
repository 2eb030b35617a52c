import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "@/api/query-client";
import { ConfirmPassword } from "@/app/confirm-password";
import { ErrorBoundary } from "@/app/error-boundary";
import { LateLogout } from "@/app/late-logout";
import { ListWiping } from "@/app/list-wiping";
import { LiveUpdates } from "@/app/live-updates";
import { OutboxSending } from "@/app/outbox-sending";
import { AppRoutes } from "@/app/routes";
import { watchFailure } from "@/app/sign-in-lost";
import { PageFocus } from "@/components/layout/page-focus";
import { ToastHost } from "@/components/ui/toast-host";

export function App() {
  const [queryClient] = useState(() => createQueryClient(watchFailure));
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
