import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesEvents } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { CheckInList, CheckInListCreate, CheckInListUpdate } from "@/api/types";
import { changedFields } from "@/hooks/drafts";

const listsKey = (eventId: number) => [...QUERY_KEY.checkInLists, eventId] as const;

/** The check-in lists of an event besides its entrance, the oldest first. */
export const checkInListsQuery = (eventId: number) =>
  queryOptions({
    queryKey: listsKey(eventId),
    queryFn: () =>
      unwrap(api.GET("/api/events/{event_id}/check-in-lists", { params: { path: { event_id: eventId } } })),
    meta: { isAffectedBy: touchesEvents },
  });

/** /doors and the pages of guests name the lists too. */
const CHANGED = [...QUERY_KEY.checkInLists, ...QUERY_KEY.doors, ...QUERY_KEY.attendees];

const areAlike = (some: readonly number[] | null, others: readonly number[] | null): boolean =>
  some === null || others === null
    ? some === others
    : some.length === others.length && some.every((id) => others.includes(id));

/** Only the fields that the form changed: another person may have changed the others since. */
function changesOf(shown: Required<CheckInListCreate>, body: Required<CheckInListCreate>): CheckInListUpdate {
  const { ticketTypeIds } = areAlike(body.ticketTypeIds, shown.ticketTypeIds) ? shown : body;
  return changedFields({ ...body, ticketTypeIds }, shown);
}

/** Adds a list to the event, or changes the one with this id; `shown` are the first values of the form. */
export function useSaveList(eventId: number, listId: number | null, shown: Required<CheckInListCreate>) {
  return useMutation({
    mutationFn: (body: Required<CheckInListCreate>): Promise<CheckInList> =>
      listId === null
        ? unwrap(
            api.POST("/api/events/{event_id}/check-in-lists", {
              params: { path: { event_id: eventId } },
              body,
            }),
          )
        : unwrap(
            api.PUT("/api/check-in-lists/{list_id}", {
              params: { path: { list_id: listId } },
              body: changesOf(shown, body),
            }),
          ),
    meta: { changes: CHANGED },
  });
}

export function useDeleteList(listId: number) {
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/check-in-lists/{list_id}", { params: { path: { list_id: listId } } })),
    meta: { changes: CHANGED },
  });
}
