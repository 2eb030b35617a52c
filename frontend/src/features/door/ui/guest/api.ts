import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesAttendee } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { Attendee } from "@/api/types";

/** Not cached: payment and attendance change by the second. */
export const guestQuery = (id: number) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "door-guest", id] as const,
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/attendees/{attendee_id}", { params: { path: { attendee_id: id } }, signal })),
    gcTime: 0,
    meta: {
      isAffectedBy: (facts, data) => touchesAttendee(facts, id, (data as Attendee | undefined)?.eventId),
    },
  });

/** Marks a guest as paid in full, at the version shown. Throws `ApiError`, including `version_conflict`. */
export function markPaid({ id, amountPaidCents, owedCents, version }: Attendee): Promise<Attendee> {
  // Without an amount the server uses the event's price (contract 3.payment).
  const amount =
    amountPaidCents === null || owedCents === null ? {} : { amountPaidCents: amountPaidCents + owedCents };
  return unwrap(
    api.PUT("/api/attendees/{attendee_id}", {
      params: { path: { attendee_id: id } },
      body: { paymentStatus: "paid", ...amount, version },
    }),
  );
}

/** Marks a guest absent whom another door admitted. Throws `ApiError`. */
export const markAbsent = (id: number) =>
  unwrap(
    api.PATCH("/api/attendees/{attendee_id}/attendance", {
      params: { path: { attendee_id: id } },
      body: { attended: false },
    }),
  );
