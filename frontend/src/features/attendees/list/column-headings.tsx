import { ArrowUp } from "lucide-react";
import { COLUMNS } from "@/features/attendees/list/columns";
import { SORT_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { classes } from "@/lib/classes";

type Sort = AttendeeFilters["sort"];
type ColumnSort = Exclude<Sort, "newest">;

/** In the order of the row. A name sorts by either of two words. */
const HEADINGS: { text: string; sorts: ColumnSort[]; className?: string }[] = [
  { text: SORT_COPY.name, sorts: ["name", "lastName"] },
  { text: SORT_COPY.event, sorts: [] },
  { text: SORT_COPY.phone, sorts: [], className: "max-lg:hidden" },
  { text: SORT_COPY.invoice, sorts: [], className: "max-xl:hidden" },
  { text: SORT_COPY.table, sorts: ["table"] },
  { text: SORT_COPY.payment, sorts: [] },
  { text: SORT_COPY.arrival, sorts: ["arrival"] },
];

interface ColumnHeadingsProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Column headings with the current sort order (contract 2). Pressing the sorted one resets the order. */
export function ColumnHeadings({ sort, onSort }: ColumnHeadingsProps) {
  return (
    // A separate table: the rows below are links in a list, and a link can have no cells.
    <table
      aria-label={SORT_COPY.headings}
      className="sticky top-(--list-top) z-10 block border-b bg-surface-muted pr-4 pl-11 text-sm sm:pl-13 max-md:hidden"
    >
      <thead className="contents">
        <tr className={classes(COLUMNS, "min-h-6")}>
          {HEADINGS.map(({ text, sorts: own, className }) => (
            <th
              key={text}
              scope="col"
              aria-sort={own.some((by) => by === sort) ? "ascending" : undefined}
              className={classes(
                "flex min-w-0 items-center gap-3 text-left font-medium text-text-muted",
                className,
              )}
            >
              {own.length === 0 ? text : own.map((by) => <SortButton key={by} {...{ by, sort, onSort }} />)}
            </th>
          ))}
        </tr>
      </thead>
    </table>
  );
}

function SortButton({ by, sort, onSort }: ColumnHeadingsProps & { by: ColumnSort }) {
  const isSorted = sort === by;
  return (
    <button
      type="button"
      aria-pressed={isSorted}
      onClick={() => onSort(isSorted ? "newest" : by)}
      className="inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-md hover:text-text aria-pressed:font-semibold aria-pressed:text-text"
    >
      {SORT_COPY[by]}
      {isSorted ? <ArrowUp className="size-4" /> : null}
    </button>
  );
}
