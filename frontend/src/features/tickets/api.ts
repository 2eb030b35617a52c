import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { QUERY_ROOM } from "@/api/query-rooms";

/** Where guests open their tickets, or null where staff send pictures. A setting of the server. */
export const ticketPageQuery = () =>
  queryOptions({
    queryKey: [...QUERY_ROOM.tickets, "page"] as const,
    queryFn: async (): Promise<string | null> => (await answer(api.GET("/api/ticket"))).pageUrl,
  });
