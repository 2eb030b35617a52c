import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { Event } from "@/api/types";
import { eventFiguresQuery } from "@/features/attendees/api";
import { overbookingText, REFUSES_WHEN_FULL } from "@/features/attendees/register/overbooking-copy";

interface OverbookingNoteProps {
  event: Pick<Event, "id" | "capacity" | "stopsAtCapacity">;
  /** To be added. */
  tickets: number;
}

/** The tickets over the capacity, with these or without. Nobody is kept from adding them. */
export function OverbookingNote({ event: { id, capacity, stopsAtCapacity }, tickets }: OverbookingNoteProps) {
  const { data } = useQuery({ ...eventFiguresQuery(id), enabled: capacity !== null });
  return (
    <p role="status" className="flex items-center gap-2 font-medium text-sm tabular-nums empty:hidden">
      {capacity !== null && data && data.tickets + tickets > capacity ? (
        <>
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
          <span>
            {overbookingText(data.tickets, tickets, capacity)}
            {stopsAtCapacity ? <span className="block">{REFUSES_WHEN_FULL}</span> : null}
          </span>
        </>
      ) : null}
    </p>
  );
}
