import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Event } from "@/api/types";
import { eventFiguresQuery } from "@/features/attendees/api";
import {
  EVENT_IS_OVER,
  overbookingText,
  REFUSES_WHEN_FULL,
} from "@/features/attendees/register/event-notes-copy";
import { businessDay, isOver } from "@/lib/event-day";

interface EventNotesProps {
  event: Pick<Event, "id" | "date" | "capacity" | "stopsAtCapacity">;
  /** To be added. */
  tickets: number;
}

/** Notes on an event that is over, and on tickets over the capacity, with these or without. They can be added. */
export function EventNotes({ event, tickets }: EventNotesProps) {
  const { id, capacity, stopsAtCapacity } = event;
  const { data } = useQuery({ ...eventFiguresQuery(id), enabled: capacity !== null });
  return (
    <div role="status" className="flex flex-col gap-2 font-medium text-sm tabular-nums empty:hidden">
      {isOver(event, businessDay()) ? <Note>{EVENT_IS_OVER}</Note> : null}
      {capacity !== null && data && data.tickets + tickets > capacity ? (
        <Note>
          {overbookingText(data.tickets, tickets, capacity)}
          {stopsAtCapacity ? <span className="block">{REFUSES_WHEN_FULL}</span> : null}
        </Note>
      ) : null}
    </div>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-2">
    <TriangleAlert className="size-4 shrink-0 text-warning" />
    <span>{children}</span>
  </p>
);
