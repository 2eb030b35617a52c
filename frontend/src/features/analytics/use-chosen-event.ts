import { useSearchParams } from "react-router";
import type { Event } from "@/api/types";
import { eventOfFigures } from "@/features/analytics/rules";
import { eventIdOf } from "@/lib/route-id";

/** What the address says of all events; what makes no sense in it says the same. */
const ALL = "all";

/**
 * The event whose figures show, null for all. A choice lives in the URL, so that a reload keeps it (contract 2); without
 * one it follows the evening, and is undefined until the events are known. They are null where they cannot be read.
 */
export function useChosenEvent(events: Pick<Event, "id" | "date">[] | null | undefined, tonight: string) {
  const [params, setParams] = useSearchParams();
  const chosen = params.has("eventId") ? eventIdOf(params) : undefined;
  const likely = events && eventOfFigures(events, tonight);
  const eventId = chosen === undefined ? likely : chosen;
  const chooseEvent = (next: number | null) =>
    setParams({ eventId: next === null ? ALL : String(next) }, { replace: true });
  return { eventId, chooseEvent };
}
