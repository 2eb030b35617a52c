import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCurrentGrant, useDoorName, usePageGrant } from "@/features/door/access/current-grant";
import { eventNumber } from "@/features/door/copy";
import type { Direction } from "@/features/door/core/decide";
import { checkInListOf, countsExits } from "@/features/door/guest-list/check-in-list";
import type { CheckInList } from "@/features/door/guest-list/list-store";
import { doorListQuery, useLoadedList } from "@/features/door/guest-list/use-door-list";
import {
  readDoorEvent,
  readDoorList,
  readExitOf,
  saveDoorList,
  saveExitOf,
} from "@/features/door/scan/device-settings";
import type { RecordOrigin } from "@/features/door/scan/scan-outbox";
import type { ListedEvent } from "@/lib/event-search";
import { saveDoorEvent } from "@/lib/storage";

const NO_LISTS: readonly CheckInList[] = [];

/**
 * The event of this door, saved on the device; null for all events. `events` is undefined until loaded. A deleted
 * event stays chosen until a person chooses another, so that the door never admits guests of other events unasked
 * (contract 4.scan.34). `eventsReadAt` identifies a load of the list: an event that the server refused counts as
 * deleted until the next one.
 */
export function useDoorEvent(
  events: readonly Pick<ListedEvent, "id" | "name" | "date">[] | undefined,
  eventsReadAt: number,
) {
  const [eventId, setEventId] = useState(readDoorEvent);
  const [refused, setRefused] = useState<{ eventId: number; readAt: number } | null>(null);
  const choose = (chosen: number | null) => {
    saveDoorEvent(chosen);
    setEventId(chosen);
  };
  const named = events?.find(({ id }) => id === eventId);
  const event = eventId === null ? null : (named ?? { id: eventId, name: eventNumber(eventId), date: null });
  const isMissing = events !== undefined && !named;
  const isRefused = refused?.eventId === eventId && refused.readAt === eventsReadAt;
  return {
    eventId,
    event,
    isDeleted: eventId !== null && (isMissing || isRefused),
    choose,
    refuse: (unknownId: number) => setRefused({ eventId: unknownId, readAt: eventsReadAt }),
  };
}

/**
 * The check-in list and the direction of this door, saved on the device. `listId` null is the entrance; `direction` is
 * null where exits are not counted. A deleted list stays chosen until a person chooses another, as a deleted event does.
 */
export function useDoorPlace(eventId: number | null) {
  const [exitOf, setExitOf] = useState(readExitOf);
  const [chosenList, setChosenList] = useState(readDoorList);
  const list = useLoadedList(eventId);
  const listId = chosenList?.eventId === eventId ? chosenList.listId : null;
  const checkInList = list ? checkInListOf(list, listId) : undefined;
  const lists = list?.event.lists ?? NO_LISTS;
  const isCounted = list !== null && checkInList !== undefined && countsExits(list, checkInList);
  const direction: Direction | null = isCounted ? (exitOf === eventId ? "out" : "in") : null;
  const chooseDirection = (chosen: Direction) => {
    const next = chosen === "out" ? eventId : null;
    saveExitOf(next);
    setExitOf(next);
  };
  const chooseList = (chosen: number | null) => {
    const name = lists.find(({ id }) => id === chosen)?.name ?? "";
    const next = chosen === null || eventId === null ? null : { eventId, listId: chosen, name };
    saveDoorList(next);
    setChosenList(next);
    chooseDirection("in");
  };
  return {
    direction,
    chooseDirection,
    listId,
    /** Null for the entrance, undefined if the guest list does not have it. */
    checkInList: listId === null ? null : (checkInList ?? undefined),
    /** Null for the entrance, undefined for a deleted list. */
    listName: listId === null ? null : list ? checkInList?.name : chosenList?.name,
    lists,
    chooseList,
  };
}

/** The user, grant and door of this door's records (contract 4.offline.5). */
export function useRecordOrigin(userId: number, eventId: number | null): RecordOrigin {
  const grant = useCurrentGrant();
  const device = useDoorName().trim();
  const isOfDoor = grant !== null && grant.eventId === eventId && grant.userId === userId;
  return { userId, grantId: isOfDoor ? grant.id : null, device: device || null };
}

/** The event as this device knows it: from its list, or else from the grant. Undefined if neither has it. */
export function useGrantedEvents(): ListedEvent[] | undefined {
  // Even after the grant has ended.
  const grant = usePageGrant();
  const id = readDoorEvent();
  // `useDoorList` loads the list.
  const { data: held } = useQuery({ ...doorListQuery(id), enabled: false });
  if (id === null) return undefined;
  // The only event of its picker: its name and date are enough.
  const rest = { id, time: null, venue: null };
  if (held) return [{ ...rest, name: held.list.event.name, date: held.list.event.date }];
  const { eventName: name = null, eventDate: date = null } = grant?.eventId === id ? grant : {};
  return name !== null && date !== null ? [{ ...rest, name, date }] : undefined;
}
