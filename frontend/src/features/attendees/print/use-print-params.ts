import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import { filtersOf } from "@/features/attendees/list/filters";
import type { PrintOrder } from "@/features/attendees/print/print-order";
import { orderOf, sourceOf } from "@/features/attendees/print/print-source";

/** Parameters of a print page, all stored in the URL. */
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
    filters: filtersOf(address),
    order: orderOf(address),
    chooseOrder: (order: PrintOrder) => change("by", order),
    chooseEvent: (eventId: number | null) => change("eventId", eventId === null ? null : String(eventId)),
  };
}
