import { isOver } from "@/lib/event-day";
import { readStored, writeStored } from "@/lib/storage";

const KEY = "doorlist.attendees.event";

type Listed = { id: number; date: string };

/**
 * The event that a new attendee is most likely for, as the select has it; "" where there is no telling. `events` are
 * by date (contract 7): the first that is not over is tonight's, or else the next.
 */
export function likelyEvent(events: readonly Listed[], asked: number | null, tonight: string): string {
  const stored = readStored("local", KEY);
  const find = (sought: unknown) => events.find(({ id }) => id === sought);
  const last = find(stored);
  const next = events.find((event) => !isOver(event, tonight));
  const only = events.length === 1 ? events[0] : undefined;
  const toCome = last && !isOver(last, tonight) ? last : next;
  return String((find(asked) ?? toCome ?? last ?? only)?.id ?? "");
}

/** The next attendee is nearly always for the same evening. */
export const saveLastUsedEvent = (eventId: number): void => writeStored("local", KEY, eventId);
