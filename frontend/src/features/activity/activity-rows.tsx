import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { HistoryEntry } from "@/api/types";
import { isUndoOver, UNDO_COPY, useUndoChange } from "@/components/form/use-undo-change";
import { Button } from "@/components/ui/button";
import { ListRest, type Rest } from "@/components/ui/list-rest";
import { Question } from "@/components/ui/question";
import { fromAddress, UNDO_CHANGE_COPY } from "@/features/activity/copy";
import { sentenceOf } from "@/features/activity/entry-copy";
import { number, textOf } from "@/features/activity/field-changes";
import { Sentence } from "@/features/activity/sentence";
import { useListPosition } from "@/hooks/list-position";
import { classes } from "@/lib/classes";
import { formatEventDate, formatTimeOfDay, toIsoDate } from "@/lib/event-date";

/** Distance from the end of the list at which the next page loads. */
const ASK_AHEAD = "1200px";

interface ActivityRowsProps {
  rows: readonly HistoryEntry[];
  rest: Rest;
  /** The rows are still the previous filters' rows. */
  outdated: boolean;
  undoImport: RenderUndo;
}

/** Renders the button of another feature that undoes an import. */
export type RenderUndo = (undo: {
  id: number;
  fileName: string;
  added: number;
  children: ReactNode;
  className: string;
  "aria-describedby": string;
  onSettled: () => void;
}) => ReactNode;

/** The entries grouped by day, newest first (contract 2.activity). */
export function ActivityRows({ rows, rest, outdated, undoImport }: ActivityRowsProps) {
  const rememberPosition = useListPosition();
  const days = useMemo(() => byDay(rows), [rows]);
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
      {days.map(({ day, entries }) => (
        <section key={day} aria-label={formatEventDate(day)}>
          <h2 className="sticky top-0 border-b bg-surface-muted px-4 py-2 font-semibold text-sm">
            {formatEventDate(day)}
          </h2>
          <ul>
            {entries.map((entry) => (
              <li
                key={entry.id}
                tabIndex={-1}
                className="grid grid-cols-[3.25rem_minmax(0,1fr)] items-baseline gap-x-2 border-b px-4 py-3 md:grid-cols-[4rem_minmax(0,1fr)_11rem] md:gap-x-4"
              >
                <time dateTime={entry.at} className="text-sm text-text-muted tabular-nums">
                  {formatTimeOfDay(entry.at)}
                </time>
                <div id={`entry-${entry.id}`}>
                  <Sentence parts={sentenceOf(entry)} onOpen={rememberPosition} />
                </div>
                <span className="text-sm text-text-muted tabular-nums max-md:col-start-2 md:text-right">
                  {fromAddress(entry.address)}
                </span>
                {entry.undoId ? <Undo id={entry.undoId} entry={entry} undoImport={undoImport} /> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div ref={end} />
      <ListRest rest={rest} />
    </div>
  );
}

interface UndoProps {
  id: number;
  entry: HistoryEntry;
  undoImport: RenderUndo;
}

/** Undoes a change of many, or an import. The focus stays in its row, which loses the button. */
function Undo({ id, entry, undoImport }: UndoProps) {
  const sentence = `entry-${entry.id}`;
  const button = {
    id,
    className: "col-start-2 mt-2 justify-self-start",
    "aria-describedby": sentence,
    children: UNDO_COPY.undo,
    onSettled: () => document.getElementById(sentence)?.closest("li")?.focus(),
  };
  if (entry.action !== "import.started") return <UndoChange {...button} what={textOf(sentenceOf(entry))} />;
  return undoImport({
    ...button,
    fileName: entry.subject.name ?? "",
    added: number(entry.after?.imported),
  });
}

interface UndoChangeProps extends Omit<Parameters<RenderUndo>[0], "fileName" | "added"> {
  /** The sentence of the entry. */
  what: string;
}

function UndoChange({ id, what, onSettled, children, ...button }: UndoChangeProps) {
  const undo = useUndoChange();
  const [asking, setAsking] = useState(false);
  if (isUndoOver(undo.error)) return null;
  return (
    <>
      <Button {...button} variant="secondary" pending={undo.isPending} onClick={() => setAsking(true)}>
        {children}
      </Button>
      <Question
        open={asking}
        {...UNDO_CHANGE_COPY}
        onCancel={() => setAsking(false)}
        onSubmit={() => {
          setAsking(false);
          undo.mutate({ id }, { onSettled });
        }}
      >
        <p className="wrap-anywhere font-medium">{what}</p>
      </Question>
    </>
  );
}

/** Groups entries by day in the device's zone. */
function byDay(rows: readonly HistoryEntry[]): { day: string; entries: HistoryEntry[] }[] {
  const days: { day: string; entries: HistoryEntry[] }[] = [];
  for (const entry of rows) {
    const day = toIsoDate(new Date(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
