import type { ImportReport } from "@/api/types";
import { Callout } from "@/components/ui/callout";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { formatMoney } from "@/lib/money";

/** Notes on the whole file: the server's, and one on rows for several people (contract 2). */
export function PreviewNotes({ report: { notes, parties, columns } }: { report: ImportReport }) {
  return (
    <>
      {notes.map((note) => (
        <Callout key={note} tone="info">
          <p>{note}</p>
        </Callout>
      ))}
      {parties ? (
        <Callout tone="info">
          <p>
            {PREVIEW_COPY.parties(
              columns[parties.column]?.trim() || PREVIEW_COPY.column(parties.column),
              parties.rows,
              parties.guests,
            )}
          </p>
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
