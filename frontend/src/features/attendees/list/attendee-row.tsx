import { StickyNote } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import type { Attendee } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import { PaymentBadge } from "@/components/ui/payment-badge";
import { TypeMark } from "@/components/ui/type-mark";
import { COLUMNS, ROWS } from "@/features/attendees/list/columns";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { formatTable } from "@/features/attendees/row-copy";
import type { Origin } from "@/hooks/origin";
import type { RowShape } from "@/hooks/row-size";
import { classes } from "@/lib/classes";
import { formatTimeOfDay } from "@/lib/event-date";

interface AttendeeRowProps {
  attendee: Attendee;
  /** Index in the list from 0, number of matches, and offset from the top in pixels. */
  index: number;
  matches: number;
  offset: number;
  selected: boolean;
  shape: RowShape;
  showsOwed: boolean;
  /** The query of the list's URL. */
  listSearch: string;
  /** `isRange`: with Shift, which takes the rows in between as well. */
  onToggle: (attendee: Attendee, isRange: boolean) => void;
  onOpen: () => void;
}

/**
 * Name, event, table, badge and attendance; on a wide screen phone, and on a wider one invoice number too, in one
 * line, which is lower for a mouse (contract 2). A swipe on a slow phone shows dozens of rows a second, so each element
 * counts.
 */
export const AttendeeRow = memo(function AttendeeRow({
  attendee,
  index,
  matches,
  offset,
  selected,
  shape,
  showsOwed,
  listSearch,
  onToggle,
  onOpen,
}: AttendeeRowProps) {
  const { id, fullName } = attendee;
  const isCompact = shape === "compact";
  return (
    <li
      aria-setsize={matches}
      aria-posinset={index + 1}
      className={classes(
        "absolute inset-x-0 top-0 flex items-center contain-strict",
        ROWS[shape].height,
        index === 0 ? null : "border-t",
        selected && "bg-accent-soft",
      )}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <Checkbox
        label={MANAGE_COPY.select(fullName)}
        labelHidden
        checked={selected}
        onChange={({ nativeEvent }) => onToggle(attendee, (nativeEvent as MouseEvent).shiftKey)}
        className={classes(
          "h-full shrink-0 sm:pl-2",
          isCompact && "min-h-0! [&>input]:h-4 [&>input]:w-4 [&>input]:mx-3.5",
        )}
      />
      <Link
        to={`/attendee-details/${id}`}
        state={{ fromList: true, listSearch } satisfies Origin}
        onClick={onOpen}
        className={classes(
          "h-full min-w-0 flex-1 scroll-mt-24 pr-4 focus-visible:-outline-offset-2",
          shape === "block" ? "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3" : COLUMNS,
          selected ? null : "hover:bg-surface-muted",
        )}
      >
        {shape === "block" ? (
          <Block attendee={attendee} showsOwed={showsOwed} />
        ) : (
          <Line attendee={attendee} showsOwed={showsOwed} isCompact={isCompact} />
        )}
      </Link>
    </li>
  );
});

interface ContentProps {
  attendee: Attendee;
}

interface RowContentProps extends ContentProps {
  showsOwed: boolean;
}

function Block({ attendee, showsOwed }: RowContentProps) {
  const { tableNumber, event, ticketType } = attendee;
  return (
    <>
      <span className="flex min-w-0 max-w-full flex-col gap-1">
        <Name attendee={attendee} />
        <span className="flex min-w-0 gap-2 text-sm">
          {ticketType ? <TypeMark type={ticketType} className="max-w-1/2 shrink-0" /> : null}
          <span className="truncate text-text-muted">
            <span className="text-text tabular-nums">{formatTable(tableNumber)} · </span>
            {event.name}
          </span>
        </span>
      </span>
      <span className="flex min-w-0 max-w-40 flex-col items-end gap-1">
        <PaymentBadge attendee={attendee} showsOwed={showsOwed} />
        <Attendance attendee={attendee} />
      </span>
    </>
  );
}

/** One line with the headings' columns. */
function Line({ attendee, showsOwed, isCompact }: RowContentProps & { isCompact: boolean }) {
  const { phone, invoiceNumber, tableNumber, event, ticketType } = attendee;
  return (
    <>
      <Name attendee={attendee} className={isCompact ? "text-sm" : null} />
      <span className="flex min-w-0 gap-3 text-sm text-text-muted">
        {ticketType ? <TypeMark type={ticketType} className="max-w-3/4 shrink-0 text-text" /> : null}
        <span className="truncate">{event.name}</span>
      </span>
      <span className="truncate text-sm tabular-nums max-lg:hidden">{phone}</span>
      <span className="truncate text-sm text-text-muted tabular-nums max-xl:hidden">{invoiceNumber}</span>
      <span className="truncate text-sm tabular-nums">{formatTable(tableNumber)}</span>
      <span
        className={classes("flex min-w-0", isCompact && "[&>span]:px-2 [&>span]:py-0 [&>span]:leading-4")}
      >
        <PaymentBadge attendee={attendee} showsOwed={showsOwed} />
      </span>
      <Attendance attendee={attendee} isLine />
    </>
  );
}

/** The name, with a mark if there are notes. */
function Name({
  attendee: { fullName, notes },
  className = null,
}: ContentProps & { className?: string | null }) {
  const name = (
    <span className={classes("truncate font-medium", className)} dir="auto">
      {fullName}
    </span>
  );
  if (!notes) return name;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {name}
      <span role="img" aria-label={MANAGE_COPY.hasNotes} title={notes} className="shrink-0 text-text-muted">
        <StickyNote className="size-4" />
      </span>
    </span>
  );
}

function Attendance({
  attendee: { attended, attendedAt },
  isLine = false,
}: ContentProps & { isLine?: boolean }) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-2 whitespace-nowrap text-sm",
        attended
          ? "font-medium before:mx-0.5 before:h-3 before:w-1.5 before:-translate-y-0.5 before:rotate-45 before:border-success before:border-r-2 before:border-b-2"
          : // The words begin on one line, with the tick or without.
            classes("text-text-muted", isLine && "pl-4.5"),
      )}
    >
      <span>{attended ? MANAGE_COPY.attended : MANAGE_COPY.notAttended}</span>
      {isLine && attendedAt ? (
        <time dateTime={attendedAt} className="font-normal text-text-muted tabular-nums">
          {formatTimeOfDay(attendedAt)}
        </time>
      ) : null}
    </span>
  );
}
