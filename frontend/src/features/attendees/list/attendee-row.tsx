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

/** contract 2: name, table, badge, event and whether they attended; two lines on a phone, one on a laptop. */
export const AttendeeRow = memo(function AttendeeRow({
  attendee,
  selected,
  isFirst,
  onToggle,
  onOpen,
}: AttendeeRowProps) {
  const { id, fullName, tableNumber, event, attended } = attendee;
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
          "grid h-full min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 gap-y-1 pr-4 focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_6rem_7rem_8rem_auto] md:gap-x-4",
          selected ? null : "hover:bg-surface-muted",
        )}
      >
        <span className="truncate font-medium" dir="auto">
          {fullName}
        </span>
        <span className="truncate text-sm text-text-muted max-md:hidden">{event.name}</span>
        <span className="truncate text-sm tabular-nums max-md:hidden">{tableWords(tableNumber)}</span>
        <span className="flex min-w-0 max-w-32 justify-end md:justify-start">
          <PaymentBadge attendee={attendee} />
        </span>
        <span className="truncate text-sm text-text-muted md:hidden">
          <span className="text-text tabular-nums">{tableWords(tableNumber)}</span> · {event.name}
        </span>
        <span
          className={classes(
            "inline-flex items-center justify-end gap-1 text-sm md:justify-start",
            attended ? "font-medium" : "text-text-muted",
          )}
        >
          {attended ? <Check aria-hidden="true" className="size-4 text-success" /> : null}
          {attended ? MANAGE_COPY.attended : MANAGE_COPY.notAttended}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-text-muted max-md:hidden" />
      </Link>
    </div>
  );
});
