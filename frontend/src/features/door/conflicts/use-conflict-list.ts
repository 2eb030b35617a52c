import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { restOf } from "@/components/ui/list-rest";
import { conflictListQuery, forgetConflicts } from "@/features/door/conflicts/api";
import type { ConflictFilters } from "@/features/door/conflicts/filters";

/** The conflicts that the filters match, as far as they are loaded, and how many are open in all. */
export function useConflictList(filters: ConflictFilters) {
  const queryClient = useQueryClient();
  useState(() => forgetConflicts(queryClient));
  const list = useInfiniteQuery({ ...conflictListQuery(filters), placeholderData: keepPreviousData });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items), [pages]);

  /** All rows of the list, also those that nobody has scrolled to. */
  async function loadAll() {
    let result = await list.fetchNextPage({ cancelRefetch: false });
    while (result.hasNextPage && !result.isError) result = await result.fetchNextPage();
    return result.data?.pages.flatMap(({ items }) => items) ?? [];
  }

  return {
    list,
    rows,
    /** The newest page knows best. */
    open: pages?.at(-1)?.open,
    rest: restOf(list),
    loadAll: list.hasNextPage ? loadAll : async () => rows ?? [],
  };
}
