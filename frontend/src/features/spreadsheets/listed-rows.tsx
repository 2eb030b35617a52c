import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { LISTED_ROWS } from "@/features/spreadsheets/rules";

interface ListedRowsProps {
  rows: readonly { row: number; text: string }[];
  /** How many there are in all; the server names only the first of many. */
  total: number;
}

/** Rows of the file and what is to be said of each: the first few, and how many more. */
export function ListedRows({ rows, total }: ListedRowsProps) {
  const shown = rows.slice(0, LISTED_ROWS);
  const more = Math.max(total, rows.length) - shown.length;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {shown.map(({ row, text }) => (
        <li key={`${row} ${text}`} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
          <span className="text-text-muted tabular-nums">{PREVIEW_COPY.row(row)}</span>
          <span className="wrap-anywhere">{text}</span>
        </li>
      ))}
      {more > 0 ? <li className="text-text-muted tabular-nums">{PREVIEW_COPY.more(more)}</li> : null}
    </ul>
  );
}
