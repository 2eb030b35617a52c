import { MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import type { ChangeNotice } from "@/api/live/change-notice";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Whether facts of the live stream say that this data may have changed (contract 7). */
      isAffectedBy?: (facts: ChangeNotice, data: unknown) => boolean;
      /** Reads anew what the facts touch; gives how to change the data. Without it all of the data is read anew. */
      refresh?: (query: Query, facts: ChangeNotice) => Promise<(data: unknown) => unknown>;
      /** Somebody is typing what stands on this data: it is not taken from the screen, even if it is gone. */
      isHeld?: () => boolean;
    };
    mutationMeta: {
      /** The caller answers a 401 itself: the login form, the scanner. */
      handles401?: boolean;
      /** It ends the sign-in itself, with its own words: a 401 of another call meanwhile is no news. */
      endsSignIn?: boolean;
      /** First parts of the query keys whose data this mutation changes; they are refreshed on success. */
      changes?: readonly string[];
    };
  }
}

/**
 * The cache as contract 7 wants it: data never goes stale by itself, nothing refetches on focus, on an interval or on
 * reconnecting, and nothing is retried. Mutations say what they change (`meta.changes`), and that is refreshed.
 * `onFailure` hears of every failed call that does not answer for itself.
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
