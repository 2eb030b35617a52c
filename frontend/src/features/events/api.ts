import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, longTimeoutFetch, unwrap, unwrapPage } from "@/api/client";
import { touchesEvents } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { EventCreate, EventUpdate } from "@/api/types";

/**
 * Query keys of the feature. A mutation that changes attendees also changes these counts: list the key in
 * `meta.changes`.
 */
const eventKeys = {
  all: QUERY_KEY.events,
  list: () => [...eventKeys.all, "list"] as const,
  one: (id: number) => [...eventKeys.all, "one", id] as const,
};

export const editDraftName = (id: number) => `edit-event-${id}`;

export const eventListQuery = () =>
  queryOptions({
    queryKey: eventKeys.list(),
    queryFn: () => unwrap(api.GET("/api/events")),
    meta: { isAffectedBy: touchesEvents },
  });

/**
 * One event to edit. The cache entry is removed when the page closes, because data never becomes stale on its own
 * (contract 7) and an hour-old copy would make every save a conflict. It does not follow others' changes while open,
 * because a user is typing; a conflict on saving shows them.
 */
export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: eventKeys.one(id),
    queryFn: () => unwrap(api.GET("/api/events/{event_id}", { params: { path: { event_id: id } } })),
    gcTime: 0,
  });

export function useCreateEvent() {
  return useMutation({
    mutationFn: (event: EventCreate) => unwrap(api.POST("/api/events", { body: event })),
    meta: { changes: eventKeys.all },
  });
}

/** The list's counts and the attendees' event change with it. */
function useEventChange() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: eventKeys.list() });
    void queryClient.invalidateQueries({ queryKey: QUERY_KEY.attendees });
  };
}

export function useUpdateEvent(id: number) {
  return useMutation({
    mutationFn: (event: EventUpdate) =>
      unwrap(api.PUT("/api/events/{event_id}", { params: { path: { event_id: id } }, body: event })),
    onSuccess: useEventChange(),
  });
}

export function useDeleteEvent(id: number) {
  return useMutation({
    // For an event with attendees the server makes a backup first (contract 4).
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/events/{event_id}", { params: { path: { event_id: id } }, fetch: longTimeoutFetch }),
      ),
    onSuccess: useEventChange(),
  });
}

/** Attendees that would be deleted with the event, and how many have arrived, counted when the question is asked. */
export const attendeesOfEventQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEY.events, "attendees", eventId] as const,
    queryFn: async ({ signal }) => {
      const count = async (attended?: true) => {
        const query = { eventId, limit: 1, ...(attended && { attended }) };
        return (await unwrapPage(api.GET("/api/attendees", { params: { query }, signal }))).total ?? 0;
      };
      const [attendees, arrived] = await Promise.all([count(), count(true)]);
      return { attendees, arrived };
    },
    gcTime: 0,
  });
