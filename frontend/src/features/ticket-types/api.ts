import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "@/api/client";
import { touchesEvents, touchesList } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { TicketType, TicketTypeCreate } from "@/api/types";
import { changedFields } from "@/hooks/drafts";

const typeKeys = {
  all: QUERY_KEY.ticketTypes,
  of: (eventId: number) => [...typeKeys.all, eventId] as const,
  owing: (eventId: number, id: number) => [...typeKeys.of(eventId), "owing", id] as const,
  announced: (eventId: number | null) => [...typeKeys.all, "announced", eventId] as const,
};

/** The ticket types of an event, the oldest first. */
export const ticketTypesQuery = (eventId: number) =>
  queryOptions({
    queryKey: typeKeys.of(eventId),
    queryFn: () =>
      unwrap(api.GET("/api/events/{event_id}/ticket-types", { params: { path: { event_id: eventId } } })),
    meta: { isAffectedBy: touchesEvents },
  });

/** The number of guests of a type who still owe. */
export const owingGuestsQuery = (eventId: number, ticketTypeId: number) =>
  queryOptions({
    queryKey: typeKeys.owing(eventId, ticketTypeId),
    queryFn: async ({ signal }) => {
      const query = { eventId, ticketTypeId, paymentGroup: "owed", limit: 1 } as const;
      return (await unwrapPage(api.GET("/api/attendees", { params: { query }, signal }))).total ?? 0;
    },
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });

/** The latest announced arrivals of an event, or of all, the latest first. */
export const announcementsQuery = (eventId: number | null) =>
  queryOptions({
    queryKey: typeKeys.announced(eventId),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/door/announcements", { params: { query: { eventId } }, signal })),
    gcTime: 0,
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });

/** Attendees show the name and the colour, and what they owe depends on the price. */
const CHANGED = [...typeKeys.all, ...QUERY_KEY.attendees];

/** Adds a type to the event, or changes the one that was opened. */
export function useSaveType(eventId: number, opened: TicketType | null) {
  return useMutation({
    mutationFn: (body: Required<TicketTypeCreate>) =>
      opened === null
        ? unwrap(
            api.POST("/api/events/{event_id}/ticket-types", {
              params: { path: { event_id: eventId } },
              body,
            }),
          )
        : unwrap(
            api.PUT("/api/ticket-types/{type_id}", {
              params: { path: { type_id: opened.id } },
              body: changedFields(body, opened),
            }),
          ),
    meta: { changes: CHANGED },
  });
}

/** Deletes a type; `moveTo` is the id of the type that its guests get, or 'none'. */
export function useDeleteType(typeId: number) {
  return useMutation({
    mutationFn: (moveTo: string | null) =>
      unwrap(
        api.DELETE("/api/ticket-types/{type_id}", {
          params: { path: { type_id: typeId }, query: { moveTo } },
        }),
      ),
    meta: { changes: CHANGED },
  });
}
