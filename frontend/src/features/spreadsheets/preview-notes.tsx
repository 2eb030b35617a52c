import type { ImportReport } from "@/api/types";
import { Callout } from "@/components/ui/callout";
import { headingOf, PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { formatEventDate } from "@/lib/event-date";
import { businessDay, isOver } from "@/lib/event-day";
import { formatMoney } from "@/lib/money";

/** Notes on the whole file: rows without an event, the server's notes, and rows for several people (contract 2). */
export function PreviewNotes({
  report: { notes, parties, columns, defaultEvent },
}: {
  report: ImportReport;
}) {
  return (
    <>
      {defaultEvent ? (
        <Callout tone="warning" title={PREVIEW_COPY.withoutEvent(defaultEvent.rows)}>
          <p>
            {PREVIEW_COPY.defaultEvent(
              defaultEvent.rows,
              defaultEvent.event.name,
              formatEventDate(defaultEvent.event.date),
              isOver(defaultEvent.event, businessDay()),
            )}
          </p>
          <p>{PREVIEW_COPY.otherEvent}</p>
        </Callout>
      ) : null}
      {notes.map((note) => (
        <Callout key={note} tone="info">
          <p>{note}</p>
        </Callout>
      ))}
      {parties ? (
        <Callout tone="info">
          <p>{PREVIEW_COPY.parties(headingOf(columns, parties.column), parties.rows, parties.guests)}</p>
          {parties.divided ? (
            <p>
              {PREVIEW_COPY.divided(
                formatMoney(parties.divided.amountCents),
                parties.divided.row,
                parties.divided.guests,
              )}
            </p>
          ) : null}
        </Callout>
      ) : null}
    </>
  );
}
