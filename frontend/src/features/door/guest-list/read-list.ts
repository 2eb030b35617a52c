import { ApiError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { fetchWhileItComes } from "@/api/slow-answer";
import type { DoorListAnswer } from "@/api/types";
import type { TicketRow } from "@/features/door/guest-list/api";
import { runInParts } from "@/features/door/guest-list/index-when-idle";
import { DoorTickets } from "@/features/door/guest-list/tickets";

/** contract 7: what GET /api/door/list answers. `asOf` is the server's clock in milliseconds since 1970. */
type ListAnswer = Omit<DoorListAnswer, "tickets"> & { etag: string | null; tickets: DoorTickets };

// The names must not lie in the browser's cache as well, which is not wiped with the list.
const UNCACHED = { cache: "no-store" } as const;

/** The border between two lines of a long list; no text in JSON has a line break. */
const NEXT_LINE = ",\n";

/** Reads the tickets a line at a time: 20,000 in one go would hold up a phone's camera (contract 7.door-list.12). */
function* reading(text: string): Generator<undefined, Omit<ListAnswer, "etag">> {
  const [first = "", ...lines] = text.split(NEXT_LINE);
  const answer = JSON.parse(lines.length > 0 ? `${first}]}` : first) as DoorListAnswer;
  const last = lines.pop();
  function* parts(): Generator<readonly TicketRow[]> {
    yield answer.tickets;
    for (const line of lines) yield JSON.parse(`[${line}]`);
    // Up to the bracket that closes the object: JSON that breaks off is no list.
    if (last !== undefined) yield JSON.parse(`[${last.slice(0, -1)}`);
  }
  return { ...answer, tickets: yield* DoorTickets.ofParts(parts()) };
}

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
      parseAs: "text",
      fetch: fetchWhileItComes,
      ...UNCACHED,
    });
    const { data, response } = await call;
    return { ...(await runInParts(reading(data as string))), etag: response.headers.get("ETag") };
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return null;
    throw error;
  }
}

/** These tickets alone; one that is missing in the answer is gone from the event. Throws `ApiError`. */
export async function readTickets(eventId: number, ids: readonly number[]): Promise<DoorListAnswer> {
  const query = { eventId, ids: ids.join(",") };
  return (await unwrap(api.GET("/api/door/list", { params: { query }, ...UNCACHED }))) as DoorListAnswer;
}
