import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { Event } from "@/api/types";
import { eventOfFigures } from "@/features/analytics/rules";
import { ALL_EVENTS, eventIdOf } from "@/lib/url";

/**
 * The event on the screen, null for all. A choice is in the URL, so that a reload keeps it (contract 2); without one it
 * is the current event. Undefined until the events are loaded; they are null if they cannot be.
 */
export function useChosenEvent(events: Pick<Event, "id" | "date">[] | null | undefined, tonight: string) {
  const [params, setParams] = useSearchParams();
  const chosen = params.has("eventId") ? eventIdOf(params) : undefined;
  const likely = events && eventOfFigures(events, tonight);
  const eventId = chosen === undefined ? likely : chosen;
  const chooseEvent = (next: number | null) =>
    setParams({ eventId: next === null ? ALL_EVENTS : String(next) }, { replace: true });
  return { eventId, chooseEvent };
}

/**
 * Returns the ref of the picker. A choice that removed the pressed link or button continues at the top of the page, with
 * the focus on the picker.
 */
export function usePickerFocus(shownId: number | null | undefined) {
  const picker = useRef<{ focus: () => void }>(null);
  const { key } = useLocation();
  const last = useRef({ shownId, key });
  useEffect(() => {
    if (shownId === undefined || shownId === last.current.shownId) return;
    // Without a choice the event changes with the list of events.
    const isChosen = last.current.shownId !== undefined && last.current.key !== key;
    last.current = { shownId, key };
    if (!isChosen || document.activeElement !== document.body) return;
    document.documentElement.scrollTop = 0;
    picker.current?.focus();
  }, [shownId, key]);
  return picker;
}
