import { MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import type { ChangeNotice } from "@/api/live/change-notice";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** True if a live change may affect this data (contract 7). */
      isAffectedBy?: (facts: ChangeNotice, data: unknown) => boolean;
      /**
       * Reloads only the data that the change affects, and returns a function that updates the cache. Without it the
       * query is read completely.
       */
      refresh?: (query: Query, facts: ChangeNotice) => Promise<(data: unknown) => unknown>;
      /** True while a user edits this data: it stays on the screen even if it was deleted. */
      isHeld?: () => boolean;
    };
    mutationMeta: {
      /** The caller handles a 401: the login form, the scanner. */
      handles401?: boolean;
      /** The request ends the session and shows its own message, so a 401 of another request is ignored. */
      endsSignIn?: boolean;
      /** First parts of the query keys whose data this mutation changes; they are refreshed on success. */
      changes?: readonly string[];
    };
  }
}

/**
 * The cache of contract 7: data never becomes stale on its own; no refetch on focus, on an interval or on reconnecting;
 * no retries. Mutations name the data they change (`meta.changes`), which is reloaded. `onFailure` receives every
 * failed request that does not handle its own 401.
 */
export function createQueryClient(
  onFailure: (error: unknown, queryClient: QueryClient) => void,
): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onFailure(error, queryClient) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.handles401) onFailure(error, queryClient);
      },
      onSuccess: (_data, _variables, _result, mutation) => {
        for (const room of mutation.meta?.changes ?? []) {
          void queryClient.invalidateQueries({ queryKey: [room] });
        }
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return queryClient;
}
