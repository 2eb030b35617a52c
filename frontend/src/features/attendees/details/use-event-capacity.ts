import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Attendee, Event, EventFigures } from "@/api/types";
import { eventFiguresQuery } from "@/features/attendees/api";
import { useTonight } from "@/hooks/use-tonight";
import { fullnessOf } from "@/lib/capacity";
import { isOver } from "@/lib/event-day";

export type EventLimits = Pick<Event, "capacity" | "countsExits" | "stopsAtCapacity">;

/** The people that count against a capacity: those inside where exits are counted, else the arrivals. */
export interface CapacityUse {
  people: number;
  tickets: number;
  capacity: number;
  countsExits: boolean;
}

/** After this time a toast does without the count. */
const COUNT_TIMEOUT_MS = 1000;

interface EventCapacityProps {
  attendee: Pick<Attendee, "eventId" | "event">;
  /** The attendee's event; undefined while loading. */
  event: EventLimits | undefined;
  /** Resolves with undefined if the event cannot be loaded. */
  readEvent: () => Promise<EventLimits | undefined>;
}

/** How full the attendee's event is; null without a capacity, and once the event is over. */
export function useEventCapacity({ attendee, event, readEvent }: EventCapacityProps) {
  const queryClient = useQueryClient();
  const figuresQuery = eventFiguresQuery(attendee.eventId);
  const isPast = isOver(attendee.event, useTonight());
  const capacity = event?.capacity ?? null;
  const { data } = useQuery({ ...figuresQuery, enabled: capacity !== null });

  function ifFull(figures: EventFigures | null, limit: number): CapacityUse | null {
    const use = figures && capacityUseOf(figures, limit);
    return use && fullnessOf(use.people, limit) === "full" ? use : null;
  }

  return {
    current: data && capacity !== null && !isPast ? capacityUseOf(data, capacity) : null,
    /** Null if the door would let the guest in. */
    readRefusal: async () => {
      const limits = await readEvent();
      if (!limits?.stopsAtCapacity || limits.capacity === null) return null;
      return ifFull(await queryClient.fetchQuery(figuresQuery).catch(() => null), limits.capacity);
    },
    /** Counts again; null while there is room. */
    readFull: async () => {
      if (capacity === null || isPast) return null;
      const counted = queryClient.fetchQuery({ ...figuresQuery, staleTime: 0 }).catch(() => null);
      const late = new Promise<null>((resolve) => setTimeout(resolve, COUNT_TIMEOUT_MS, null));
      return ifFull(await Promise.race([counted, late]), capacity);
    },
  };
}

const capacityUseOf = ({ inside, attended, tickets }: EventFigures, capacity: number): CapacityUse => ({
  people: inside ?? attended,
  tickets,
  capacity,
  countsExits: inside !== null,
});
