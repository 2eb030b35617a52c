import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { isRefused } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";
import type { Attendee, AttendeesUpdate, ManyChanges } from "@/api/types";
import { selectionRefusal } from "@/components/form/selection-refusal";
import { NO_TYPE } from "@/components/form/type-field";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { NOBODY, type Selection, selectedCount, withoutMissing } from "@/features/attendees/list/selection";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";
import { NOT_GIVEN } from "@/features/attendees/rules";
import { newIdempotencyKey } from "@/lib/idempotency-key";

/** The form of a change of many: text of its fields, and whether the rest of the price has been paid. */
export interface ChangeValues {
  tableNumber: string;
  paymentStatus: string;
  ticketTypeId: string;
  paidInFull: boolean;
}

/** The changes that the form asks for. */
export function changesOf({
  tableNumber,
  paymentStatus,
  ticketTypeId,
  paidInFull,
}: ChangeValues): ManyChanges {
  const [table, payment] = [tableNumber.trim(), paymentStatus.trim()];
  return {
    ...(table ? { tableNumber: table === NOT_GIVEN ? null : Number(table) } : {}),
    ...(payment ? { paymentStatus: payment } : {}),
    ...(ticketTypeId ? { ticketTypeId: ticketTypeId === NO_TYPE ? null : Number(ticketTypeId) } : {}),
    ...(paidInFull ? { paidInFull } : {}),
  };
}

/** None of the selected attendees matches now, so that there is nobody to change. */
class NobodyLeft extends Error {}

/** One request that changes all selected attendees, or none if their number has changed (contract 7). */
export function useChangeMany(selection: Selection, filters: AttendeeFilters) {
  const everybody = useEverybodySelected(filters);
  /** The request whose response was lost: sent again as it was, it changes nobody twice. */
  const unconfirmed = useRef<{ changes: string; attendees: Attendee[]; body: AttendeesUpdate }>(null);
  return useMutation({
    mutationFn: async (changes: ManyChanges) => {
      if (unconfirmed.current?.changes !== JSON.stringify(changes)) {
        const attendees = await everybody.read(selection);
        if (attendees.length === 0) throw new NobodyLeft();
        const ids = attendees.map(({ id }) => id);
        const idempotencyKey = newIdempotencyKey();
        const body = { ids, expected: selectedCount(selection), idempotencyKey, ...changes };
        unconfirmed.current = { changes: JSON.stringify(changes), attendees, body };
      }
      const { attendees, body } = unconfirmed.current;
      return { ...(await unwrap(api.POST("/api/attendees/update-many", { body }))), attendees };
    },
    onError: (error) => {
      if (isRefused(error)) unconfirmed.current = null;
    },
    meta: { changes: QUERY_KEY.attendees },
  });
}

/** The selection after a refused change, without the attendees that were no longer found (contract 7). */
export function selectionLeft(selection: Selection, error: unknown): Selection {
  if (error instanceof NobodyLeft) return NOBODY;
  const refusal = selectionRefusal(error);
  return refusal ? withoutMissing(selection, refusal) : selection;
}
