import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, isRefused } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";
import type { AttendeesUpdate } from "@/api/types";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { type Selection, selectedCount, withoutMissing } from "@/features/attendees/list/selection";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";
import { newIdempotencyKey } from "@/lib/idempotency-key";

type ManyChanges = Pick<AttendeesUpdate, "tableNumber" | "paymentStatus" | "ticketTypeId">;

/** One request that changes all selected attendees, or none if their number has changed (contract 7). */
export function useChangeMany(selection: Selection, filters: AttendeeFilters) {
  const everybody = useEverybodySelected(filters);
  /** The request whose response was lost: sent again as it was, it changes nobody twice. */
  const unconfirmed = useRef<{ changes: string; body: AttendeesUpdate }>(null);
  return useMutation({
    mutationFn: async (changes: ManyChanges) => {
      if (unconfirmed.current?.changes !== JSON.stringify(changes)) {
        const ids = (await everybody.read(selection)).map(({ id }) => id);
        const idempotencyKey = newIdempotencyKey();
        const body = { ids, expected: selectedCount(selection), idempotencyKey, ...changes };
        unconfirmed.current = { changes: JSON.stringify(changes), body };
      }
      return unwrap(api.POST("/api/attendees/update-many", { body: unconfirmed.current.body }));
    },
    onError: (error) => {
      if (isRefused(error)) unconfirmed.current = null;
    },
    meta: { changes: QUERY_KEY.attendees },
  });
}

/** The selection after a refused change, without the attendees that the server no longer found (contract 7). */
export function selectionLeft(selection: Selection, error: unknown): Selection {
  if (!(error instanceof ApiError) || error.code !== "selection_changed") return selection;
  return withoutMissing(selection, error.body as Parameters<typeof withoutMissing>[1]);
}
