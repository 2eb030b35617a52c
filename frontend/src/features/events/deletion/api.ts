import { queryOptions } from "@tanstack/react-query";
import { answerPage, api } from "@/api/client";
import { QUERY_ROOM } from "@/api/query-rooms";

/** How many attendees go with an event that is deleted, as it stands when the question is asked. */
export const attendeesOfEventQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...QUERY_ROOM.events, "attendees", eventId] as const,
    queryFn: async ({ signal }): Promise<number> => {
      const request = api.GET("/api/attendees", { params: { query: { eventId, limit: 1 } }, signal });
      return (await answerPage(request)).total ?? 0;
    },
    gcTime: 0,
  });
