import { isOver, nextOrOnlyEvent } from "@/lib/event-day";
import { readStored, writeStored } from "@/lib/storage";

const KEY = "doorlist.attendees.event";

type Listed = { id: number; date: string };

/**
 * The most likely event of a new attendee, as the select's value; "" if there is none. `events` are sorted by date
 * (contract 7), so the first one that is not over is tonight's or the next.
 */
export function likelyEvent(events: readonly Listed[], asked: number | null, tonight: string): string {
  const stored = readStored("local", KEY);
  const find = (sought: unknown) => events.find(({ id }) => id === sought);
  const last = find(stored);
  const likely = last && !isOver(last, tonight) ? last : nextOrOnlyEvent(events, tonight);
  return String((find(asked) ?? likely ?? last)?.id ?? "");
}

export const saveLastUsedEvent = (eventId: number): void => writeStored("local", KEY, eventId);
