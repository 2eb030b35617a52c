import { useId } from "react";
import type { Doors } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { LATEST_COPY, whenWords } from "@/features/doors/copy";

/** contract 2.doors.336: who came in last. */
export function LatestCard({ doors }: { doors: Doors | undefined }) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading} className="flex flex-col gap-3">
      <CardTitle id={heading}>{LATEST_COPY.title}</CardTitle>
      {doors?.latest.length === 0 ? <p className="text-text-muted">{LATEST_COPY.none}</p> : null}
      <ul className="flex flex-col">
        {doors?.latest.map(({ id, fullName, tableNumber, at, door }) => (
          <li key={id} className="flex items-baseline gap-x-3 border-b py-2 last:border-0">
            <span className="shrink-0 text-text-muted tabular-nums">{whenWords(at, doors.asOf)}</span>
            <span className="min-w-0 flex-1">
              <span dir="auto" className="wrap-anywhere block font-medium text-lg">
                {fullName}
              </span>
              <span className="wrap-anywhere block text-sm text-text-muted">
                {LATEST_COPY.table(tableNumber)}
                {door === null ? null : ` · ${door}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
