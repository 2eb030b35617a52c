import { Check, ChevronRight } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import type { Attendee } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { PaymentBadge } from "@/features/attendees/payment-badge";
import { tableWords } from "@/features/attendees/table-words";
import { classes } from "@/lib/classes";

interface AttendeeRowProps {
  attendee: Attendee;
  selected: boolean;
  isFirst: boolean;
  onToggle: (attendee: Attendee) => void;
  onOpen: () => void;
}

/** contract 2: name, event, table, badge and whether they attended; on a wide screen phone and invoice number too. */
export const AttendeeRow = memo(function AttendeeRow({
  attendee,
  selected,
  isFirst,
  onToggle,
  onOpen,
}: AttendeeRowProps) {
  const { id, fullName, phone, invoiceNumber, tableNumber, event, attended } = attendee;
  return (
    <div
      className={classes(
        "flex h-full items-center",
        isFirst ? null : "border-t",
        selected && "bg-accent-soft",
      )}
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
          "grid h-full min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 pr-4 focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,1fr)_6rem_8rem_9rem_auto] md:gap-x-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_6rem_8rem_9rem_auto]",
          selected ? null : "hover:bg-surface-muted",
        )}
      >
        <span className="flex min-w-0 flex-col gap-1">
          <span className="truncate font-medium" dir="auto">
            {fullName}
          </span>
          <span className="truncate text-sm text-text-muted">
            <span className="text-text tabular-nums md:hidden">{tableWords(tableNumber)} · </span>
            {event.name}
          </span>
        </span>
        <span className="flex min-w-0 flex-col gap-1 text-sm tabular-nums max-lg:hidden">
          <span className="truncate">{phone}</span>
          <span className="truncate text-text-muted">{invoiceNumber}</span>
        </span>
        <span className="truncate text-sm tabular-nums max-md:hidden">{tableWords(tableNumber)}</span>
        <span className="flex min-w-0 max-w-32 flex-col items-end gap-1 md:contents">
          <span className="flex min-w-0 max-w-full">
            <PaymentBadge attendee={attendee} quiet />
          </span>
          <span
            className={classes(
              "inline-flex items-center gap-1 text-sm",
              attended ? "font-medium" : "text-text-muted",
            )}
          >
            {/* The words begin on one line, with the tick or without. */}
            <Check
              aria-hidden="true"
              className={classes("size-4 shrink-0 text-success", attended ? null : "invisible max-md:hidden")}
            />
            {attended ? MANAGE_COPY.attended : MANAGE_COPY.notAttended}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-text-muted max-md:hidden" />
      </Link>
    </div>
  );
});
