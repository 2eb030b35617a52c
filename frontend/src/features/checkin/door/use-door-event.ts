import { useState } from "react";
import type { Event } from "@/api/types";
import { eventNumber } from "@/features/checkin/copy";
import { keepDoorEvent, readDoorEvent } from "@/features/checkin/door/device-memory";

/**
 * The event of this door, remembered by the device; null for all events. `events` is undefined while nobody knows them:
 * the remembered event holds meanwhile. One that was deleted stays chosen until a person chooses another, so that the
 * door never admits the guests of other evenings unasked (contract 4.scan.34).
 */
export function useDoorEvent(events: Pick<Event, "id" | "name" | "date">[] | undefined) {
  const [eventId, setEventId] = useState(readDoorEvent);
  const choose = (chosen: number | null) => {
    keepDoorEvent(chosen);
    setEventId(chosen);
  };
  const named = events?.find(({ id }) => id === eventId);
  const event = eventId === null ? null : (named ?? { id: eventId, name: eventNumber(eventId), date: null });
  return { eventId, event, isDeleted: eventId !== null && events !== undefined && !named, choose };
}
