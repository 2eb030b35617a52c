import { useQuery } from "@tanstack/react-query";
import type { Event } from "@/api/types";
import { useDoorHolder } from "@/features/door/access/current-grant";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";
import { readDoorEvent } from "@/features/door/scan/device-settings";

/**
 * The event of this door as the device itself has it: by the name on its list, or else by the one that it had when the
 * grant was made. Undefined where neither says.
 */
export function useGrantedEvents(): Pick<Event, "id" | "name" | "date">[] | undefined {
  // A door whose grant was ended still says which event it was.
  const grant = useDoorHolder();
  const id = readDoorEvent();
  // The door itself reads the list; this looks at what is there.
  const { data: held } = useQuery({ ...doorListQuery(id), enabled: false });
  if (id === null) return undefined;
  if (held) return [{ id, name: held.list.event.name, date: held.list.event.date }];
  const { eventName: name = null, eventDate: date = null } = grant?.eventId === id ? grant : {};
  return name !== null && date !== null ? [{ id, name, date }] : undefined;
}
