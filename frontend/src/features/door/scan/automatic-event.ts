import { useEffect, useRef } from "react";
import type { Event } from "@/api/types";
import { today } from "@/lib/clock";
import { businessDay } from "@/lib/event-day";
import { AUTOMATIC_EVENT_KEY, DOOR_EVENT_KEY, readStored, writeStored } from "@/lib/storage";

const NEVER = "never";
/** Until this hour a door keeps its event: the night before may go on. */
const NIGHT_IS_OVER_HOUR = 12;

/** False once a person has chosen an event, or all events, on this device. */
function isAutomatic(): boolean {
  const saved = readStored("local", DOOR_EVENT_KEY, NEVER);
  return saved === NEVER || (saved !== null && saved === readStored("local", AUTOMATIC_EVENT_KEY));
}

type Dated = Pick<Event, "id" | "date">;

interface AutomaticEventProps {
  /** Null for all events; without a date for a deleted event, which only a person replaces (contract 4.scan.34). */
  chosen: { id: number; date: string | null } | null;
  /** Undefined until they are read from the server. */
  events: readonly Dated[] | undefined;
  /** False while the camera is on or a scan is decided. */
  isUnused: boolean;
  /** Null if this door must not change its event. */
  onChoose: ((eventId: number) => void) | null;
}

/**
 * Chooses the only event of tonight, as the scanner opens, on a device where no person has chosen an event (contract
 * 2.scan.901). A door in use never changes its event.
 */
export function useAutomaticEvent({ chosen, events, isUnused, onChoose }: AutomaticEventProps): void {
  const isDecided = useRef(false);
  useEffect(() => {
    if (isDecided.current || !events || !onChoose) return;
    isDecided.current = true;
    const evening = businessDay();
    const mayLeave =
      chosen === null ||
      (chosen.date !== null && chosen.date !== evening && today().getHours() >= NIGHT_IS_OVER_HOUR);
    const [only, second] = events.filter(({ date }) => date === evening);
    if (!only || second || !mayLeave || !isUnused || !isAutomatic()) return;
    onChoose(only.id);
    writeStored("local", AUTOMATIC_EVENT_KEY, only.id);
  }, [chosen, events, isUnused, onChoose]);
}
