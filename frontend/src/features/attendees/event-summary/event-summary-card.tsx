import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { Event } from "@/api/types";
import { Card } from "@/components/ui/card";
import { eventFiguresQuery } from "@/features/attendees/api";
import { EVENING_COPY } from "@/features/attendees/event-summary/copy";
import { EveningFigures } from "@/features/attendees/event-summary/event-figures";
import { EVENING_TONES, FULLNESS_TONES } from "@/features/attendees/event-summary/tones";
import { fullnessLabel, fullnessOf, insideOf, whenFullLabel } from "@/lib/capacity";
import { classes } from "@/lib/classes";
import { formatEventMoment } from "@/lib/event-date";
import { eventPhase } from "@/lib/event-day";

interface EventSummaryCardProps {
  event: Pick<Event, "id" | "name" | "date" | "time" | "capacity" | "countsExits" | "stopsAtCapacity">;
  tonight: string;
  /** Shows a long name in full, instead of its first two lines. */
  wrapsName?: boolean;
  /** Identifies the event among those beside it; null where its name and moment do. */
  venue?: string | null;
  children: ReactNode;
}

/** An event with its arrivals in large type (contract 2.home.23). Tonight's event has a night scene. */
export function EventSummaryCard({
  event,
  tonight,
  wrapsName = false,
  venue = null,
  children,
}: EventSummaryCardProps) {
  const { id, name, date, time, capacity, countsExits, stopsAtCapacity } = event;
  const figures = useQuery(eventFiguresQuery(id));
  const inside = insideOf(countsExits, figures.data);
  const people = inside === null ? figures.data?.attended : inside;
  const when = eventPhase(event, tonight);
  const isLimited = people !== undefined && capacity !== null && when !== "over";
  const fullness = isLimited ? fullnessOf(people, capacity) : "roomy";
  const label = isLimited ? fullnessLabel(people, capacity) : null;
  const heading = useId();
  const tone = EVENING_TONES[date === tonight ? "night" : "plain"];
  return (
    <Card aria-labelledby={heading} className={classes("@container", tone.card)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className={classes("rounded-full px-3 py-1 font-medium text-sm", tone.badge)}>
          {EVENING_COPY.when[when]}
        </span>
        <span className={classes("tabular-nums", tone.muted)}>
          {formatEventMoment(date, time)}
          {venue === null ? null : ` · ${venue}`}
        </span>
        {label ? (
          <span
            className={classes("rounded-full px-3 py-1 font-medium text-sm", FULLNESS_TONES[fullness].badge)}
          >
            {label}
          </span>
        ) : null}
      </div>
      <h2
        id={heading}
        data-key-text
        className={classes(
          "wrap-anywhere mt-2 w-fit font-semibold text-xl @3xl:text-2xl",
          !wrapsName && "line-clamp-2",
        )}
      >
        {name}
      </h2>
      <div className="mt-4 grid gap-6 @3xl:grid-cols-[1fr_auto] @3xl:items-end @3xl:gap-10">
        <EveningFigures
          eventId={id}
          figures={figures.data}
          inside={inside}
          capacity={capacity}
          whenFull={isLimited ? whenFullLabel(people, capacity, stopsAtCapacity) : null}
          filled={isLimited && fullness !== "roomy" ? Math.min(people / capacity, 1) : null}
          bar={FULLNESS_TONES[fullness].bar || tone.bar}
          frame={FULLNESS_TONES[fullness].frame}
          when={when}
          tone={tone}
          failure={figures.errorUpdateCount > 0 && figures.data === undefined ? figures : null}
        />
        <div className="flex flex-col gap-3 @3xl:min-w-72">{children}</div>
      </div>
    </Card>
  );
}

/** Placeholder of the same shape, to avoid a layout shift when the events arrive. */
export function EventSummarySkeleton() {
  return (
    <Card role="status">
      <p className="sr-only">{EVENING_COPY.loading}</p>
      <div aria-hidden="true" className="flex animate-pulse flex-col gap-4 *:rounded-md *:bg-surface-muted">
        <div className="h-7 w-56" />
        <div className="h-8 w-64" />
        <div className="h-85 sm:h-78 lg:h-44" />
      </div>
    </Card>
  );
}
