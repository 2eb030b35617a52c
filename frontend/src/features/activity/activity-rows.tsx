import { useEffect, useMemo, useRef } from "react";
import type { HistoryEntry } from "@/api/types";
import { ListRest, type Rest } from "@/components/ui/list-rest";
import { byDay, linesOf } from "@/features/activity/entry-groups";
import { DeletedLine, EntryLine } from "@/features/activity/entry-line";
import { type RenderUndo, UndoEntry } from "@/features/activity/undo-entry";
import { useListPosition } from "@/hooks/list-position";
import { classes } from "@/lib/classes";
import { formatEventDate } from "@/lib/event-date";

/** Distance from the end of the list at which the next page loads. */
const ASK_AHEAD = "1200px";

interface ActivityRowsProps {
  rows: readonly HistoryEntry[];
  rest: Rest;
  /** The rows are still the previous filters' rows. */
  outdated: boolean;
  undoImport: RenderUndo;
}

/** The entries grouped by day, newest first (contract 2.activity). */
export function ActivityRows({ rows, rest, outdated, undoImport }: ActivityRowsProps) {
  const rememberPosition = useListPosition();
  const days = useMemo(
    () => byDay(rows).map(({ day, entries }) => ({ day, lines: linesOf(entries) })),
    [rows],
  );
  const end = useRef<HTMLDivElement>(null);
  const load = rest.kind === "more" && !outdated ? rest.load : null;
  useEffect(() => {
    if (!load || !end.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: ASK_AHEAD,
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [load]);

  return (
    <div
      aria-busy={outdated || undefined}
      className={classes("transition-opacity", outdated && "opacity-60")}
    >
      {days.map(({ day, lines }) => (
        <section key={day} aria-label={formatEventDate(day)}>
          <h2 className="sticky top-0 border-b bg-surface-muted px-4 py-2 font-semibold text-sm">
            {formatEventDate(day)}
          </h2>
          <ul>
            {lines.map((line) =>
              "deleted" in line ? (
                <DeletedLine key={line.deleted[0].id} deleted={line.deleted} onOpen={rememberPosition} />
              ) : (
                <EntryLine key={line.id} entry={line} onOpen={rememberPosition}>
                  {line.undoId ? <UndoEntry id={line.undoId} entry={line} undoImport={undoImport} /> : null}
                </EntryLine>
              ),
            )}
          </ul>
        </section>
      ))}
      <div ref={end} />
      <ListRest rest={rest} />
    </div>
  );
}
