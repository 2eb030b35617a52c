import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { restOf } from "@/components/ui/list-rest";
import {
  type ConflictFilters,
  conflictListQuery,
  removeConflictQueries,
} from "@/features/door/conflicts/api";

/** The loaded conflicts, and the number of open ones. */
export function useConflictList(filters: ConflictFilters) {
  const queryClient = useQueryClient();
  useState(() => removeConflictQueries(queryClient));
  const list = useInfiniteQuery({ ...conflictListQuery(filters), placeholderData: keepPreviousData });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items), [pages]);

  async function loadAll() {
    let result = await list.fetchNextPage({ cancelRefetch: false });
    while (result.hasNextPage && !result.isError) result = await result.fetchNextPage();
    return result.data?.pages.flatMap(({ items }) => items) ?? [];
  }

  return {
    list,
    rows,
    /** The newest page is the most current. */
    open: pages?.at(-1)?.open,
    rest: restOf(list),
    loadAll: list.hasNextPage ? loadAll : async () => rows ?? [],
  };
}
