import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesEvents, touchesList } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { EventMailTexts, SendRequest } from "@/api/types";

const mailKeys = {
  all: ["mail"] as const,
  sending: () => [...mailKeys.all, "sending"] as const,
  count: (request: SendRequest) => [...mailKeys.all, "count", request] as const,
  ofEvent: (eventId: number) => [...mailKeys.all, "event", eventId] as const,
};

/** Whether the server can send, and how far it is. */
export const sendingQuery = () =>
  queryOptions({
    queryKey: mailKeys.sending(),
    queryFn: ({ signal }) => unwrap(api.GET("/api/tickets/sending", { signal })),
    meta: { isAffectedBy: (facts) => touchesList(facts, null) },
  });

/** The result that sending would have. */
export const countQuery = (request: SendRequest) =>
  queryOptions({
    queryKey: mailKeys.count(request),
    queryFn: ({ signal }) =>
      unwrap(api.POST("/api/tickets/send", { body: { ...request, dryRun: true }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const eventMailQuery = (eventId: number) =>
  queryOptions({
    queryKey: mailKeys.ofEvent(eventId),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/events/{event_id}/mail", { params: { path: { event_id: eventId } }, signal })),
    meta: { isAffectedBy: (facts) => touchesEvents(facts) || touchesList(facts, eventId) },
  });

function useMailChange() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: mailKeys.all });
    void queryClient.invalidateQueries({ queryKey: QUERY_KEY.attendees });
  };
}

export function useSendTickets() {
  return useMutation({
    mutationFn: (body: SendRequest) => unwrap(api.POST("/api/tickets/send", { body })),
    onSuccess: useMailChange(),
  });
}

/** A person's decision on a message of unknown outcome. */
export function useResolve(attendeeId: number) {
  return useMutation({
    mutationFn: (arrived: boolean) =>
      unwrap(api.POST("/api/tickets/resolve", { body: { attendeeId, arrived } })),
    onSettled: useMailChange(),
  });
}

export function useSendTest() {
  const changed = useMailChange();
  return useMutation({
    mutationFn: (to: string) => unwrap(api.POST("/api/settings/test-email", { body: { to } })),
    onSettled: changed,
  });
}

export function useSaveTexts(eventId: number) {
  return useMutation({
    mutationFn: (body: EventMailTexts) =>
      unwrap(api.PUT("/api/events/{event_id}/mail", { params: { path: { event_id: eventId } }, body })),
    onSuccess: useMailChange(),
  });
}

export function usePreview(eventId: number) {
  return useMutation({
    mutationFn: (body: EventMailTexts) =>
      unwrap(
        api.POST("/api/events/{event_id}/mail/preview", { params: { path: { event_id: eventId } }, body }),
      ),
  });
}
