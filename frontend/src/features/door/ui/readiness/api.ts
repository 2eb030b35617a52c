import type { QueryClient } from "@tanstack/react-query";
import { api, unwrapPage } from "@/api/client";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";

/** How many tickets there are, and how many of them are in. */
interface TicketCount {
  total: number;
  present: number;
}

/**
 * The server's clock as an answer brought it, in milliseconds since 1970; null where it told none. A door without a
 * session asks for a ticket of its event, `eventId`: no other reading is open to a helper (contract 6.pass.303).
 */
export async function readServerTime(eventId: number | null, signal: AbortSignal): Promise<number | null> {
  const { response } =
    eventId === null
      ? await api.GET("/api/me", { signal })
      : await api.GET("/api/door/list", {
          params: { query: { eventId, ids: "1" } },
          signal,
          cache: "no-store",
        });
  const told = Date.parse(response.headers.get("Date") ?? "");
  return Number.isNaN(told) ? null : told;
}

/** Of the attendees of an event, or of all events together. */
export async function countTickets(eventId: number | null, signal: AbortSignal): Promise<TicketCount> {
  const event = eventId === null ? {} : { eventId };
  const count = async (filter: { attended?: boolean }) => {
    const query = { limit: 1, ...event, ...filter };
    return (await unwrapPage(api.GET("/api/attendees", { params: { query }, signal }))).total ?? 0;
  };
  const [total, present] = await Promise.all([count({}), count({ attended: true })]);
  return { total, present };
}

/** Of the list on this device, once it has been read. */
export async function countListed(eventId: number, queryClient: QueryClient): Promise<TicketCount> {
  const { list } = await queryClient.ensureQueryData(doorListQuery(eventId));
  return { total: list.tickets.size, present: list.tickets.countIn() };
}
