import { useState } from "react";
import type { Event } from "@/api/types";
import { eventNumber } from "@/features/door/copy";
import { keepDoorEvent, readDoorEvent } from "@/features/door/scan/device-settings";

/**
 * The event of this door, remembered by the device; null for all events. `events` is undefined while nobody knows them:
 * the remembered event holds meanwhile. One that was deleted stays chosen until a person chooses another, so that the
 * door never admits the guests of other evenings unasked (contract 4.scan.34). `eventsReadAt` tells one reading of
 * the list from the next: what the server refused meanwhile is deleted until then.
 */
export function useDoorEvent(
  events: Pick<Event, "id" | "name" | "date">[] | undefined,
  eventsReadAt: number,
) {
  const [eventId, setEventId] = useState(readDoorEvent);
  const [refused, setRefused] = useState<{ eventId: number; readAt: number } | null>(null);
  const choose = (chosen: number | null) => {
    keepDoorEvent(chosen);
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
    /** The server does not know this event. */
    refuse: (unknownId: number) => setRefused({ eventId: unknownId, readAt: eventsReadAt }),
  };
}
