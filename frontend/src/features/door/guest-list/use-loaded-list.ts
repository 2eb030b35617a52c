import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { doorListKey } from "@/features/door/guest-list/api";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { HeldList } from "@/features/door/guest-list/load-list";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";

/** The list of an event as this page holds it at the moment, null where it holds none. */
export type ListOf = (eventId: number | null) => DoorList | null;

/** The list of an event that this page reads for the first time at the moment, null where it reads none. */
export type OpeningListOf = (eventId: number | null) => Promise<DoorList | null>;

export function useListOf(): ListOf {
  const queryClient = useQueryClient();
  return useCallback(
    (eventId) =>
      (eventId === null ? null : queryClient.getQueryData<HeldList>(doorListKey(eventId))?.list) ?? null,
    [queryClient],
  );
}

export function useOpeningListOf(): OpeningListOf {
  const queryClient = useQueryClient();
  return useCallback(
    async (eventId) => {
      const query = doorListQuery(eventId);
      if (queryClient.isFetching({ queryKey: query.queryKey, exact: true }) === 0) return null;
      // It joins the reading that goes on.
      return queryClient.fetchQuery(query).then(
        ({ list }) => list,
        () => null,
      );
    },
    [queryClient],
  );
}

/** The list of this event as `useDoorList` keeps it, with every change. It never asks for one by itself. */
export function useHeldList(eventId: number | null): DoorList | null {
  const { data } = useQuery({ ...doorListQuery(eventId), enabled: false });
  return useMemo(() => (eventId === null ? null : (data?.list ?? null)), [eventId, data]);
}
