import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import type { EventCreate, EventUpdate } from "@/api/types";

/** Query keys of the room. Whatever changes attendees changes the counts in here too: say so in `meta.changes`. */
const eventKeys = {
  all: ["events"] as const,
  list: () => [...eventKeys.all, "list"] as const,
  one: (id: number) => [...eventKeys.all, "one", id] as const,
};

export const eventListQuery = () =>
  queryOptions({
    queryKey: eventKeys.list(),
    queryFn: () => answer(api.GET("/api/events")),
  });

export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: eventKeys.one(id),
    queryFn: () => answer(api.GET("/api/events/{event_id}", { params: { path: { event_id: id } } })),
  });

export function useCreateEvent() {
  return useMutation({
    mutationFn: (event: EventCreate) => answer(api.POST("/api/events", { body: event })),
    meta: { changes: eventKeys.all },
  });
}

export function useUpdateEvent(id: number) {
  return useMutation({
    mutationFn: (event: EventUpdate) =>
      answer(api.PUT("/api/events/{event_id}", { params: { path: { event_id: id } }, body: event })),
    // Attendees carry their event's name and date.
    meta: { changes: ["events", "attendees"] },
  });
}

export function useDeleteEvent(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.DELETE("/api/events/{event_id}", { params: { path: { event_id: id } } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: eventKeys.one(id) });
      void queryClient.invalidateQueries({ queryKey: eventKeys.list() });
      void queryClient.invalidateQueries({ queryKey: ["attendees"] });
    },
  });
}
