import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "@/api/query-client";
import { ErrorBoundary } from "@/app/error-boundary";
import { AppRoutes } from "@/app/routes";
import { watchFailure } from "@/app/sign-in-lost";
import { ToastHost } from "@/components/ui/toast-host";
import { TooltipProvider } from "@/components/ui/tooltip";
import { sessionRecord } from "@/features/users/session";
import { keepDrafts } from "@/lib/drafts";

/** A reload, or a phone that needs the memory, must not take what was typed. */
function useDraftsOverReloads() {
  useEffect(() => {
    const keep = () => {
      const { user } = sessionRecord();
      if (user) keepDrafts(user.id);
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, []);
}

export function App() {
  const [queryClient] = useState(() => createQueryClient(watchFailure));
  useDraftsOverReloads();
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <ErrorBoundary>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </ErrorBoundary>
        <ToastHost />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
