import { useEffect, useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import { filtersOf } from "@/features/attendees/list/filters";
import type { PrintOrder } from "@/features/attendees/print/print-order";
import { isUndecided, orderOf, type PrintSource, sourceOf } from "@/features/attendees/print/print-source";
import { businessDay, nextOrOnlyEvent } from "@/lib/event-day";
import { ALL_EVENTS } from "@/lib/url";

export function usePrintParams() {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const source = useMemo(() => sourceOf(address), [address]);
  function change(name: "by" | "eventId", value: string | null) {
    const next = new URLSearchParams(address);
    if (value === null) next.delete(name);
    else next.set(name, value);
    // A type belongs to one event.
    if (name === "eventId") next.delete("ticketTypeId");
    // The entry's state has the link back to the list's position.
    setAddress(next, { replace: true, state });
  }
  return {
    source,
    isUndecided: isUndecided(address),
    filters: filtersOf(address),
    order: orderOf(address),
    chooseOrder: (order: PrintOrder) => change("by", order),
    chooseEvent: (eventId: number | null) => change("eventId", eventId === null ? null : String(eventId)),
    chooseAllEvents: () => change("eventId", ALL_EVENTS),
  };
}

type PrintParams = ReturnType<typeof usePrintParams>;

/**
 * The parameters of a page that chooses the likely event itself where its URL says nothing (contract 2.print.947). The
 * choice is in the URL, so that a reload prints the same. The source is null until the events are loaded.
 */
export function useLikelyPrintParams(
  events: readonly { id: number; date: string }[] | undefined,
): Omit<PrintParams, "source"> & { source: PrintSource | null } {
  const params = usePrintParams();
  const chooseEvent = (eventId: number | null) =>
    eventId === null ? params.chooseAllEvents() : params.chooseEvent(eventId);
  useEffect(() => {
    if (params.isUndecided && events) chooseEvent(nextOrOnlyEvent(events, businessDay())?.id ?? null);
  });
  return { ...params, chooseEvent, source: params.isUndecided ? null : params.source };
}
