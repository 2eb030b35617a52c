import { OctagonX, TriangleAlert } from "lucide-react";
import { useId } from "react";
import type { Doors, Event } from "@/api/types";
import { Card } from "@/components/ui/card";
import { ARRIVED_COPY, figure } from "@/features/door/figures/copy";
import { useOnFull } from "@/hooks/use-on-full";
import { FULLNESS_LABEL, type Fullness } from "@/lib/capacity";
import { classes } from "@/lib/classes";
import { formatEventMoment } from "@/lib/event-date";

/** The card has a surface of its own, which another background only beats by force. */
const LOOK: Record<Fullness, { card: string; muted: string }> = {
  roomy: { card: "", muted: "text-text-muted" },
  nearly: { card: "border-transparent bg-warning! text-on-warning", muted: "" },
  full: { card: "border-transparent bg-verdict-refused! text-on-verdict-refused", muted: "" },
};

interface ArrivedCardProps {
  event: Pick<Event, "name" | "date" | "time" | "capacity">;
  /** Undefined while nobody knows them. */
  doors: Doors | undefined;
  /** The event has just filled up. */
  onFull: () => void;
}

/** contract 2.doors.331, 332: the event, and how many are in, to be read from across the room. */
export function ArrivedCard({ event, doors, onFull }: ArrivedCardProps) {
  const heading = useId();
  const { capacity } = event;
  const fullness = useOnFull(doors?.arrived, capacity, onFull) ?? "roomy";
  const look = LOOK[fullness];
  const Sign = fullness === "full" ? OctagonX : TriangleAlert;
  const words = FULLNESS_LABEL[fullness];
  return (
    <Card
      aria-labelledby={heading}
      className={classes("@container flex flex-col transition-colors", look.card)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className={classes("tabular-nums", look.muted)}>{formatEventMoment(event.date, event.time)}</p>
        {words ? (
          <p className="flex items-center gap-2 font-semibold text-2xl">
            <Sign aria-hidden="true" className="size-8 shrink-0" />
            {words}
          </p>
        ) : null}
      </div>
      <h2 id={heading} className="wrap-anywhere mt-1 line-clamp-2 font-semibold text-xl @3xl:text-2xl">
        {event.name}
      </h2>
      <p className="mt-3 tabular-nums">
        <span className={classes("block text-xl", look.muted)}>{ARRIVED_COPY.arrived} </span>
        <span className="font-semibold text-across">{figure(doors?.arrived)}</span>{" "}
        <span className={classes("text-2xl", look.muted)}>
          <span className="whitespace-nowrap">
            {ARRIVED_COPY.of(figure(doors?.expected))}
            {capacity === null ? null : " ·"}
          </span>
          {capacity === null ? null : (
            <>
              {" "}
              <span className="whitespace-nowrap">{ARRIVED_COPY.capacity(capacity)}</span>
            </>
          )}
        </span>
      </p>
    </Card>
  );
}
