import { queryOptions } from "@tanstack/react-query";
import { api, unwrapPage } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";

/** Number of attendees that would be deleted with the event, read when the question is asked. */
export const attendeesOfEventQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEY.events, "attendees", eventId] as const,
    queryFn: async ({ signal }): Promise<number> => {
      const request = api.GET("/api/attendees", { params: { query: { eventId, limit: 1 } }, signal });
      return (await unwrapPage(request)).total ?? 0;
    },
    gcTime: 0,
  });
