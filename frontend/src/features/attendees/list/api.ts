import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesAttendee, touchesList } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { Attendee, ManyChanges } from "@/api/types";
import { readPage } from "@/features/attendees/api";
import { type AttendeeFilters, NO_FILTERS, wireFilters } from "@/features/attendees/list/filters";

/** The attendees before and after this one in the list with these filters. */
export const neighboursQuery = (id: number, filters: AttendeeFilters) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "neighbours", id, filters],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/attendees/{attendee_id}/neighbours", {
          params: { path: { attendee_id: id }, query: wireFilters(filters) },
          signal,
        }),
      ),
    gcTime: 0,
    meta: { isAffectedBy: (facts) => touchesList(facts, filters.eventId) },
  });

/** The number of attendees at a table of an event. */
export const tableTotalQuery = (eventId: number, tableNumber: number) =>
  queryOptions({
    queryKey: [...QUERY_KEY.attendees, "table", eventId, tableNumber],
    queryFn: async ({ signal }) => {
      const filters = { ...NO_FILTERS, eventId, tableNumber };
      return (await readPage(filters, { limit: 1, after: null, signal })).total ?? 0;
    },
    meta: { isAffectedBy: (facts) => touchesList(facts, eventId) },
  });

/** The effect of a change of many on the sums of these attendees, as they are now. */
export const changePreviewQuery = (changes: ManyChanges, attendees: readonly Attendee[]) =>
  queryOptions({
    queryKey: [
      ...QUERY_KEY.attendees,
      "change-preview",
      changes,
      attendees.map(({ id, version }) => [id, version]),
    ],
    queryFn: ({ signal }) => {
      const ids = attendees.map(({ id }) => id);
      const body = { ids, expected: ids.length, ...changes };
      return unwrap(api.POST("/api/attendees/update-many/preview", { body, signal }));
    },
    gcTime: 0,
    // A changed price concerns all attendees of its event, a check-in one.
    meta: {
      isAffectedBy: (facts) => attendees.some(({ id, eventId }) => touchesAttendee(facts, id, eventId)),
    },
  });
