import { memo } from "react";
import { Link } from "react-router";
import type { Attendee } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import { formatTable } from "@/features/attendees/format-table";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { PaymentBadge } from "@/features/attendees/payment-badge";
import { classes } from "@/lib/classes";

interface AttendeeRowProps {
  attendee: Attendee;
  /** Where it stands in the list, from 0; how many match in all; how far down that is, in pixels. */
  index: number;
  matches: number;
  offset: number;
  selected: boolean;
  /** There is room for columns. */
  isWide: boolean;
  onToggle: (attendee: Attendee) => void;
  onOpen: () => void;
}

/**
 * contract 2: name, event, table, badge and whether they attended; on a wide screen phone and invoice number too.
 *
 * A thumb on a slow phone brings dozens of these into view in a second: each element less is felt, which is why the
 * signs are drawn by the style sheet.
 */
export const AttendeeRow = memo(function AttendeeRow({
  attendee,
  index,
  matches,
  offset,
  selected,
  isWide,
  onToggle,
  onOpen,
}: AttendeeRowProps) {
  const { id, fullName, phone, invoiceNumber, tableNumber, event, attended } = attendee;
  return (
    <li
      aria-setsize={matches}
      aria-posinset={index + 1}
      className={classes(
        "absolute inset-x-0 top-0 flex h-18 items-center contain-strict",
        index === 0 ? null : "border-t",
        selected && "bg-accent-soft",
      )}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <Checkbox
        label={MANAGE_COPY.select(fullName)}
        labelHidden
        checked={selected}
        onChange={() => onToggle(attendee)}
        className="h-full shrink-0 sm:pl-2"
      />
      <Link
        to={`/attendee-details/${id}`}
        state={{ fromList: true }}
        onClick={onOpen}
        className={classes(
          "grid h-full min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 pr-4 focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,1fr)_6rem_8rem_9rem_auto] md:justify-items-start md:gap-x-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_6rem_8rem_9rem_auto]",
          "md:after:mr-1 md:after:size-2 md:after:rotate-45 md:after:border-border-strong md:after:border-t-2 md:after:border-r-2",
          selected ? null : "hover:bg-surface-muted",
        )}
      >
        <span className="flex min-w-0 max-w-full flex-col gap-1">
          <span className="truncate font-medium" dir="auto">
            {fullName}
          </span>
          <span className="truncate text-sm text-text-muted">
            {isWide ? null : <span className="text-text tabular-nums">{formatTable(tableNumber)} · </span>}
            {event.name}
          </span>
        </span>
        {isWide ? (
          <>
            <span className="flex min-w-0 max-w-full flex-col gap-1 text-sm tabular-nums max-lg:hidden">
              <span className="truncate">{phone}</span>
              <span className="truncate text-text-muted">{invoiceNumber}</span>
            </span>
            <span className="max-w-full truncate text-sm tabular-nums">{formatTable(tableNumber)}</span>
          </>
        ) : null}
        <span className="flex min-w-0 max-w-32 flex-col items-end gap-1 md:contents">
          <PaymentBadge attendee={attendee} quiet />
          <span
            className={classes(
              "inline-flex items-center gap-2 text-sm",
              attended
                ? "font-medium before:mx-0.5 before:h-3 before:w-1.5 before:-translate-y-0.5 before:rotate-45 before:border-success before:border-r-2 before:border-b-2"
                : // The words begin on one line, with the tick or without.
                  "text-text-muted md:pl-4.5",
            )}
          >
            {attended ? MANAGE_COPY.attended : MANAGE_COPY.notAttended}
          </span>
        </span>
      </Link>
    </li>
  );
});
