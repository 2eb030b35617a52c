import { useQuery } from "@tanstack/react-query";
import type { Event } from "@/api/types";
import { readDoorEvent } from "@/features/checkin/door/device-memory";
import { doorListQuery } from "@/features/checkin/door-list/use-door-list";
import { useDoorHolder } from "@/features/checkin/grants/live-grant";

/**
 * The one event that a door without a session may know, as its list calls it, or else as it was called when the grant was
 * made. Undefined where that is not the event of this door, or nobody knows its name.
 */
export function useGrantedEvents(): Pick<Event, "id" | "name" | "date">[] | undefined {
  // A door whose grant was ended still says which event it was.
  const grant = useDoorHolder();
  // The door itself reads the list; this looks at what is there.
  const { data: held } = useQuery({ ...doorListQuery(grant?.eventId ?? null), enabled: false });
  if (!grant || grant.eventId !== readDoorEvent()) return undefined;
  const { eventId: id, eventName: name, eventDate: date } = grant;
  if (held) return [{ id, name: held.list.event.name, date: held.list.event.date }];
  return name !== null && date !== null ? [{ id, name, date }] : undefined;
}
