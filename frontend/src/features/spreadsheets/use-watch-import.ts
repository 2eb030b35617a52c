import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError, isNetworkError } from "@/api/api-error";
import { QUERY_KEY } from "@/api/query-keys";
import type { Import } from "@/api/types";
import { toast } from "@/components/ui/toast-store";
import {
  importKeys,
  importListQuery,
  isUnderWay,
  type ListedImport,
  readImport,
  showImport,
  updateImport,
} from "@/features/spreadsheets/api";
import { IMPORT_COPY, IMPORT_PLACE_COPY } from "@/features/spreadsheets/copy";
import { PROGRESS_INTERVAL_MS, RETRY_INTERVAL_MS } from "@/features/spreadsheets/rules";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** True for an outage that does not end the import. */
const isPassing = (error: unknown) =>
  isNetworkError(error) || (error instanceof ApiError && error.status >= 500);

const knownImport = (queryClient: QueryClient, id: number): ListedImport | undefined =>
  queryClient.getQueryData(importListQuery().queryKey)?.find((one) => one.id === id);

async function readOrMarkUnreachable(queryClient: QueryClient, id: number): Promise<Import | null> {
  try {
    return await readImport(id);
  } catch (error) {
    if (!isPassing(error)) throw error;
    updateImport(queryClient, id, { unreachable: true });
    return null;
  }
}

/** Stored in the query cache, which sign-out clears. */
const isWatched = (queryClient: QueryClient, id: number): boolean =>
  queryClient.isMutating({
    mutationKey: importKeys.watch(),
    predicate: ({ state }) => state.variables === id,
  }) > 0;

/** Follows a running import about twice a second until it ends, or the session does (contract 7). */
async function watchImport(queryClient: QueryClient, id: number): Promise<Import | null> {
  while (isWatched(queryClient, id)) {
    const seen = await readOrMarkUnreachable(queryClient, id);
    // The response may be older than the undo of an import that the list already showed as done.
    if (knownImport(queryClient, id)?.state === "undone") return null;
    if (seen) showImport(queryClient, { ...seen, watched: true });
    if (seen && !isUnderWay(seen)) return seen;
    await pause(seen ? PROGRESS_INTERVAL_MS : RETRY_INTERVAL_MS);
  }
  return null;
}

function tell({ state, imported, errors, event, message }: Import): void {
  if (state === "done") toast(IMPORT_COPY.done(imported, errors));
  else if (state === "cancelled") toast(IMPORT_COPY.cancelled);
  else if (state === "failed") {
    const { title, fallback } = IMPORT_PLACE_COPY[event ? "manage" : "backup"].failure;
    toast({ title, description: message ?? fallback, variant: "destructive" });
  }
}

/**
 * Follows an import and reports its end, on any page. An import that is already followed is left alone. Only the user's
 * own imports (`userId`) get a toast.
 */
export function useWatchImport(userId: number): (id: number) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: importKeys.watch(),
    mutationFn: (id: number) => watchImport(queryClient, id),
    onSuccess: (ended) => {
      if (ended?.createdBy?.id === userId) tell(ended);
      void queryClient.invalidateQueries({ queryKey: QUERY_KEY.attendees });
    },
  });
  return useCallback(
    (id: number) => {
      if (!isWatched(queryClient, id)) mutate(id);
    },
    [queryClient, mutate],
  );
}
