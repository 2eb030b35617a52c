import { apiErrorOf, networkError } from "@/api/api-error";
import type { TicketRow } from "@/features/checkin/door-list/tickets";

/** A whole list takes this long at most, on the slowest network that is worth waiting for. */
const ANSWER_LIMIT_MS = 60_000;

/** The event of a list. */
export interface ListedEvent {
  id: number;
  name: string;
  date: string;
  time: string | null;
}

/** contract 7: what GET /api/door/list answers. `asOf` is the server's clock in milliseconds since 1970. */
export interface ListAnswer {
  event: ListedEvent;
  asOf: number;
  tickets: TicketRow[];
  etag: string | null;
}

async function read(query: Record<string, string>, headers: HeadersInit, signal?: AbortSignal) {
  const url = new URL("/api/door/list", globalThis.location.origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  let response: Response;
  let text: string;
  try {
    // The names must not lie in the browser's cache as well, which is not wiped with the list.
    response = await globalThis.fetch(url, { headers, cache: "no-store", signal: either });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw networkError(cause);
  }
  if (response.status === 304) return null;
  if (!response.ok) throw apiErrorOf(response.status, response.statusText, text);
  // A guest network's sign-in page answers 200 to everything.
  if (!response.headers.get("Content-Type")?.includes("json")) throw networkError(new Error("Not JSON"));
  return { ...(JSON.parse(text) as Omit<ListAnswer, "etag">), etag: response.headers.get("ETag") };
}

/** All tickets of an event; null where the list with this ETag is still the newest. Throws `ApiError`. */
export function readDoorList(
  eventId: number,
  etag: string | null,
  signal?: AbortSignal,
): Promise<ListAnswer | null> {
  return read({ eventId: String(eventId) }, etag ? { "If-None-Match": etag } : {}, signal);
}

/** These tickets alone; one that is missing in the answer is gone from the event. Throws `ApiError`. */
export async function readTickets(eventId: number, ids: readonly number[]): Promise<ListAnswer> {
  const query = { eventId: String(eventId), ids: ids.join(",") };
  const answer = await read(query, {});
  if (!answer) throw networkError(new Error("An answer without a list"));
  return answer;
}
