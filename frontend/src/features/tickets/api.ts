import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { QUERY_KEY } from "@/api/query-keys";

/** URL of the guests' ticket page, or null if staff send images. A setting of the server. */
export const ticketPageQuery = () =>
  queryOptions({
    queryKey: [...QUERY_KEY.tickets, "page"] as const,
    queryFn: async (): Promise<string | null> => (await unwrap(api.GET("/api/ticket"))).pageUrl,
  });
