import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesEvents } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { DueGuests, Retention } from "@/api/types";
import type { DialogResult } from "@/components/form/use-dialog-result";

const key = [...QUERY_KEY.backup, "keeping"] as const;

/** The retention period and the announced erasures (contract 7.keep). */
export const retentionQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: (): Promise<Retention> => unwrap(api.GET("/api/privacy")),
    refetchOnMount: "always",
    meta: { isAffectedBy: touchesEvents },
  });

/** Dry run: returns the guests that this period would erase today. */
export function useDueGuests() {
  return useMutation({
    mutationFn: (keepDays: number): Promise<DueGuests> =>
      unwrap(api.GET("/api/privacy/due", { params: { query: { keepDays } } })),
    gcTime: 0,
  });
}

/** `guests` is the number from the dry run: the server refuses if more are due by then. */
export function useSetRetention(told: DialogResult) {
  return useMutation({
    mutationFn: (body: { keepDays: number | null; guests: number }) =>
      unwrap(api.PUT("/api/privacy", { body })),
    meta: { changes: [...key] },
    ...told,
  });
}

/** Postpones an event's erasure to a date; null: back to the retention period. */
export function usePostponeEvent(eventId: number, told: DialogResult) {
  return useMutation({
    mutationFn: (keepUntil: string | null) =>
      unwrap(
        api.PUT("/api/privacy/events/{event_id}", {
          params: { path: { event_id: eventId } },
          body: { keepUntil },
        }),
      ),
    meta: { changes: [...key] },
    ...told,
  });
}
