import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useIsOffline } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import type { Retried } from "@/components/ui/states";
import { SEARCH_HEDGE_MS, SEARCH_RESULTS_MAX } from "@/features/door/core/rules";
import { checkInListOf, countsEach } from "@/features/door/guest-list/check-in-list";
import type { DoorList } from "@/features/door/guest-list/list-store";
import { type TicketStatus, ticketStatusOf, visitOf } from "@/features/door/guest-list/ticket-status";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";
import { guestSearchQuery } from "@/features/door/ui/search/api";

type Found =
  | { kind: "nothing asked" }
  | { kind: "searching" }
  | { kind: "failed"; query: Retried }
  /** `total`: number of all matches; `resultOf`: the result for another guest of the server. */
  | {
      kind: "found";
      guests: GuestSearchResult[];
      total: number;
      isByList: boolean;
      resultOf: (attendee: Attendee) => GuestSearchResult;
    };

interface SearchedList {
  guests: GuestSearchResult[];
  found: number;
}

const statusOf = (list: DoorList, attendeeId: number, listId: number | null) =>
  ticketStatusOf(list, { hash: null, attendeeId }, listId);

function searchList(list: DoorList, text: string, listId: number | null): SearchedList {
  const { tickets, found } = list.tickets.search(text, SEARCH_RESULTS_MAX);
  const standings = tickets.flatMap(({ id }) => statusOf(list, id, listId) ?? []);
  const isEach = countsEach(checkInListOf(list, listId));
  const guests = standings.map(foundOnList);
  return { guests: byName(isEach ? guests.map((guest) => ({ ...guest, ...NOT_THERE })) : guests), found };
}

/** Null for all events, and for the entrance. */
interface SearchPlace {
  eventId: number | null;
  listId: number | null;
}

/** A guest found by the server, with the presence at the check-in list as this device knows it. */
function foundAtList(
  guest: GuestSearchResult,
  list: DoorList | undefined,
  listId: number,
): GuestSearchResult {
  const isEach = list !== undefined && countsEach(checkInListOf(list, listId));
  const status = list && !isEach && statusOf(list, guest.id, listId);
  return { ...guest, ...(status ? visitOf(status) : NOT_THERE) };
}

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const byName = (guests: readonly GuestSearchResult[]): GuestSearchResult[] =>
  guests.toSorted((one, other) => compare(one.fullName, other.fullName));

const NOT_THERE = { attended: false, attendedAt: null, inside: false, leftAt: null };

/**
 * Guests by name or invoice number (contract 2, 4), from the server, or from the guest list if the server does not
 * respond in time. List results stay until the text changes, so that no other guest moves under the finger.
 */
export function useFoundGuests(text: string, { eventId, listId }: SearchPlace): Found {
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
  // A reloaded list is a new object, though its tickets change in place.
  const list = held.data?.list;
  const listed = useMemo(
    () => (isByList && eventId !== null && list ? searchList(list, text, listId) : null),
    [isByList, eventId, list, text, listId],
  );

  const resultOf = (attendee: Attendee) => {
    const guest = foundOnline(attendee);
    return listId === null ? guest : foundAtList(guest, list, listId);
  };

  if (text === "") return { kind: "nothing asked" };
  // The server also searches phone numbers.
  if (listed && (listed.found > 0 || !online.data)) {
    return { kind: "found", guests: listed.guests, total: listed.found, isByList: true, resultOf };
  }
  if (online.data) {
    const { rows, total } = online.data;
    return { kind: "found", guests: byName(rows.map(resultOf)), total, isByList: false, resultOf };
  }
  if (!online.isError || list) return { kind: "searching" };
  return { kind: "failed", query: online };
}

/** A guest found by the server or on the list, which has no phone numbers. */
export interface GuestSearchResult
  extends Pick<
    Attendee,
    | "id"
    | "fullName"
    | "tableNumber"
    | "invoiceNumber"
    | "paymentGroup"
    | "paymentStatus"
    | "owedCents"
    | "notes"
    | "attended"
    | "attendedAt"
    | "inside"
    | "leftAt"
  > {
  phone: string | null;
  event: Attendee["event"] | null;
  ticketType?: Attendee["ticketType"];
  ticket: PickedTicket;
}

/** The server knows the ticket's text; the list only has the attendee's id. */
export type PickedTicket = { qrData: string } | { attendeeId: number };

function foundOnline(attendee: Attendee): GuestSearchResult {
  return { ...attendee, ticket: { qrData: attendee.qrCodeData } };
}

/** Includes this device's later decisions. */
export function foundOnList(status: TicketStatus): GuestSearchResult {
  const { ticket } = status;
  return { ...ticket, phone: null, event: null, ...visitOf(status), ticket: { attendeeId: ticket.id } };
}

/** Guests who can be picked come first: at an exit who is inside, at an entrance who is not. */
export const expectedFirst = (guests: readonly GuestSearchResult[], isExit: boolean): GuestSearchResult[] => [
  ...guests.filter(({ inside }) => inside === isExit),
  ...guests.filter(({ inside }) => inside !== isExit),
];
