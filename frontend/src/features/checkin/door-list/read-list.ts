import { ApiError } from "@/api/api-error";
import { answer, api } from "@/api/client";
import { fetchWhileItComes } from "@/api/slow-answer";
import type { DoorListAnswer } from "@/api/types";

/** contract 7: what GET /api/door/list answers. `asOf` is the server's clock in milliseconds since 1970. */
type ListAnswer = DoorListAnswer & { etag: string | null };

// The names must not lie in the browser's cache as well, which is not wiped with the list.
const UNCACHED = { cache: "no-store" } as const;

/** All tickets of an event; null where the list with this ETag is still the newest. Throws `ApiError`. */
export async function readDoorList(
  eventId: number,
  etag: string | null,
  signal: AbortSignal | null = null,
): Promise<ListAnswer | null> {
  const headers = etag ? { "If-None-Match": etag } : {};
  try {
    const call = api.GET("/api/door/list", {
      params: { query: { eventId } },
      headers,
      signal,
      fetch: fetchWhileItComes,
      ...UNCACHED,
    });
    const { data, response } = await call;
    return { ...(data as DoorListAnswer), etag: response.headers.get("ETag") };
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return null;
    throw error;
  }
}

/** These tickets alone; one that is missing in the answer is gone from the event. Throws `ApiError`. */
export async function readTickets(eventId: number, ids: readonly number[]): Promise<DoorListAnswer> {
  const query = { eventId, ids: ids.join(",") };
  return (await answer(api.GET("/api/door/list", { params: { query }, ...UNCACHED }))) as DoorListAnswer;
}
