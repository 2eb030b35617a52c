import { useSearchParams } from "react-router";
import type { Event } from "@/api/types";
import { useTonight } from "@/hooks/use-tonight";
import { eveningOf } from "@/lib/event-day";
import { eventIdOf } from "@/lib/route-id";

/**
 * The event whose doors show. A choice lives in the URL, so that a reload keeps it; without one it is the evening's
 * first, and of evenings that are all over the last.
 */
export function useDoorsEvent(events: readonly Event[] | undefined) {
  const [params, setParams] = useSearchParams();
  const tonight = useTonight();
  const first = events && (eveningOf(events, tonight).events[0] ?? events.at(-1));
  const eventId = eventIdOf(params) ?? first?.id ?? null;
  return {
    eventId,
    event: events?.find(({ id }) => id === eventId),
    chooseEvent: (next: number | null) =>
      setParams(next === null ? {} : { eventId: String(next) }, { replace: true }),
  };
}
