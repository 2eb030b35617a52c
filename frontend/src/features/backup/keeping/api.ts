import { queryOptions, useMutation } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { QUERY_ROOM } from "@/api/query-rooms";
import type { DueGuests, Keeping } from "@/api/types";

const key = [...QUERY_ROOM.backup, "keeping"] as const;

/** For how long guests are kept after their event (contract 7.keep). */
export const keepingQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: (): Promise<Keeping> => answer(api.GET("/api/privacy")),
    refetchOnMount: "always",
  });

/** Whom so many days would erase today; nothing is changed. */
export function useDueGuests() {
  return useMutation({
    mutationFn: (keepDays: number): Promise<DueGuests> =>
      answer(api.GET("/api/privacy/due", { params: { query: { keepDays } } })),
    gcTime: 0,
  });
}

/** `guests` is what the dry run said: the server refuses if more are due by then. */
export function useSetKeeping(told: { onSuccess: () => void; onError: (error: unknown) => void }) {
  return useMutation({
    mutationFn: (body: { keepDays: number | null; guests: number }) =>
      answer(api.PUT("/api/privacy", { body })),
    meta: { changes: [...key] },
    ...told,
  });
}
