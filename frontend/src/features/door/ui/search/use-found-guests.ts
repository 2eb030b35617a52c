import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useIsOffline } from "@/api/live/live-state";
import type { Retried } from "@/components/ui/states";
import { SEARCH_HEDGE_MS, SEARCH_SHOWN } from "@/features/door/core/rules";
import type { DoorList } from "@/features/door/guest-list/list-store";
import { standingOf } from "@/features/door/guest-list/ticket-status";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";
import { guestSearchQuery } from "@/features/door/ui/search/api";
import {
  type FoundGuest,
  foundOnList,
  foundOnline,
  outsideFirst,
} from "@/features/door/ui/search/found-guest";

type Found =
  | { kind: "nothing asked" }
  | { kind: "searching" }
  | { kind: "failed"; query: Retried }
  /** `total` is how many there are in all. */
  | { kind: "found"; guests: FoundGuest[]; total: number; isByList: boolean };

function searchList(list: DoorList, text: string): { guests: FoundGuest[]; found: number } {
  const { tickets, found } = list.tickets.search(text, SEARCH_SHOWN);
  const standings = tickets.flatMap(({ id }) => standingOf(list, { hash: null, attendeeId: id }) ?? []);
  return { guests: outsideFirst(standings.map(foundOnList)), found };
}

/**
 * Guests by name or invoice number (contract 2, 4): the server's answer, or the device's own list where that does not
 * come. What the list has shown stays until the text changes, so that no other guest slips under the finger.
 */
export function useFoundGuests(text: string, eventId: number | null): Found {
  const isOffline = useIsOffline();
  const held = useQuery(doorListQuery(eventId));
  const tickets = eventId === null ? null : held.data?.list.tickets;
  const online = useQuery(guestSearchQuery(text, eventId, !(isOffline && tickets)));
  const [listedText, setListedText] = useState("");

  const isAnswered = text === "" || online.data !== undefined;
  const isUnreachable = isOffline || online.isError;
  useEffect(() => {
    if (isAnswered) return;
    const timer = setTimeout(() => setListedText(text), isUnreachable ? 0 : SEARCH_HEDGE_MS);
    return () => clearTimeout(timer);
  }, [text, isAnswered, isUnreachable]);

  const isByList = listedText === text && text !== "";
  // A list that is read again is another one, though its tickets change in place.
  const list = held.data?.list;
  const listed = useMemo(
    () => (isByList && eventId !== null && list ? searchList(list, text) : null),
    [isByList, eventId, list, text],
  );

  if (text === "") return { kind: "nothing asked" };
  // The server may know by the phone whom the list does not know by name.
  if (listed && (listed.found > 0 || !online.data)) {
    return { kind: "found", guests: listed.guests, total: listed.found, isByList: true };
  }
  if (online.data) {
    const { rows, total } = online.data;
    return { kind: "found", guests: rows.map(foundOnline), total, isByList: false };
  }
  if (!online.isError || list) return { kind: "searching" };
  return { kind: "failed", query: online };
}
