import { useId } from "react";
import type { Doors } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { LINE_COPY } from "@/features/door/figures/copy";
import { type Line, lineOf } from "@/features/door/figures/rules";
import { formatTimeOfDay } from "@/lib/event-date";

const HEIGHT = 100;
const EDGE = 2;

/** Check-ins per minute (contract 2.doors.334). */
export function LineCard({ doors }: { doors: Doors | undefined }) {
  const line = doors ? lineOf(doors) : null;
  const heading = useId();
  return (
    <Card aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <CardTitle id={heading}>{LINE_COPY.title}</CardTitle>
        {line ? (
          <p className="flex gap-x-6 text-lg text-text-muted tabular-nums">
            <span>{LINE_COPY.now(line.counts.at(-1) ?? 0)}</span>
            <span>{LINE_COPY.most(line.most)}</span>
          </p>
        ) : null}
      </div>
      {line ? <Chart line={line} /> : <p className="h-32 text-text-muted">{doors ? LINE_COPY.none : null}</p>}
    </Card>
  );
}

function Chart({ line }: { line: Line }) {
  const { counts, most } = line;
  const width = counts.length - 1;
  const [first, last] = [formatTimeOfDay(line.first), formatTimeOfDay(line.last)];
  const points = counts
    .map((count, at) => `${at},${HEIGHT - (count / Math.max(1, most)) * HEIGHT}`)
    .join(" ");
  return (
    <div>
      <svg
        role="img"
        aria-label={LINE_COPY.label(first, last, most, counts.at(-1) ?? 0)}
        viewBox={`0 ${-EDGE} ${width} ${HEIGHT + 2 * EDGE}`}
        preserveAspectRatio="none"
        className="h-20 w-full border-b sm:h-24"
      >
        <polygon points={`0,${HEIGHT} ${points} ${width},${HEIGHT}`} className="fill-accent-soft" />
        <polyline
          points={points}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-3 stroke-accent"
          strokeLinejoin="round"
        />
      </svg>
      <p aria-hidden="true" className="flex justify-between pt-1 text-text-muted tabular-nums">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </div>
  );
}
