import type { Event } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { type EventValues, valuesOf } from "@/features/events/event-values";
import { classes } from "@/lib/classes";
import { formatEventDate, formatTimestamp } from "@/lib/event-date";

const ROWS = [
  { label: EVENT_FIELDS_COPY.name, read: (values: EventValues) => values.name },
  { label: EVENT_FIELDS_COPY.date, read: (values: EventValues) => formatEventDate(values.date) },
  { label: EVENT_FIELDS_COPY.time, read: (values: EventValues) => values.time || EVENT_CONFLICT_COPY.noTime },
];

interface EventConflictDialogProps {
  mine: EventValues;
  current: Event;
  onClose: () => void;
  onUseTheirs: () => void;
  onUseMine: () => void;
}

/** Shows both versions side by side and asks which shall stand (contract 10). */
export function EventConflictDialog({
  mine,
  current,
  onClose,
  onUseTheirs,
  onUseMine,
}: EventConflictDialogProps) {
  const theirs = valuesOf(current);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={EVENT_CONFLICT_COPY.title}
      description={EVENT_CONFLICT_COPY.text(
        current.updatedBy?.fullName ?? null,
        formatTimestamp(current.updatedAt),
      )}
      actions={
        <>
          <Button variant="secondary" onClick={onUseTheirs}>
            {EVENT_CONFLICT_COPY.keepTheirs}
          </Button>
          <Button onClick={onUseMine}>{EVENT_CONFLICT_COPY.keepYours}</Button>
        </>
      }
    >
      <table className="w-full table-fixed text-left text-sm">
        <thead>
          <tr className="border-b">
            <td className="w-1/4" />
            <th scope="col" className="p-2 font-semibold">
              {EVENT_CONFLICT_COPY.yours}
            </th>
            <th scope="col" className="p-2 font-semibold">
              {EVENT_CONFLICT_COPY.theirs}
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ label, read }) => {
            const differs = read(mine) !== read(theirs);
            const cell = classes("wrap-anywhere p-2 align-top", differs && "font-semibold");
            return (
              <tr
                key={label}
                className={classes("border-b", differs && "bg-warning-soft text-on-warning-soft")}
              >
                <th scope="row" className="p-2 align-top font-normal">
                  {label}
                </th>
                <td className={cell}>{read(mine)}</td>
                <td className={cell}>{read(theirs)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Dialog>
  );
}
