import type { ImportReport } from "@/api/types";
import { ErasureNote } from "@/components/form/erasure-note";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { MappingFields, NotTaken } from "@/features/spreadsheets/column-mapping";
import { ColumnQuestions } from "@/features/spreadsheets/column-questions";
import { Disclosure } from "@/features/spreadsheets/disclosure";
import {
  type ColumnMapping,
  type ColumnQuestion,
  MAPPING_COPY,
  NAME_FIELDS,
  PREVIEW_COPY,
} from "@/features/spreadsheets/preview-copy";
import { PreviewCounts } from "@/features/spreadsheets/preview-counts";
import { PreviewGuests } from "@/features/spreadsheets/preview-guests";
import { PreviewNotes } from "@/features/spreadsheets/preview-notes";
import { KeepTicketCodes, type PreviewProps, RowChoices } from "@/features/spreadsheets/row-choices";
import { RowLists } from "@/features/spreadsheets/row-lists";
import type { ImportPlace } from "@/features/spreadsheets/use-import-check";
import { classes } from "@/lib/classes";

interface ImportPreviewProps extends PreviewProps {
  place: ImportPlace;
  mayBringBack: boolean;
  /** A newer response is loading. */
  outdated: boolean;
  /** The questions about the columns, and the open ones. */
  asked: readonly ColumnQuestion[];
  unanswered: readonly ColumnQuestion[];
}

const isIn = (column: number | null | undefined) => typeof column === "number";

/** True if the required columns, name and phone, are mapped. */
export const isMapped = ({ fullName, firstName, lastName, phone }: ColumnMapping): boolean =>
  [fullName, firstName, lastName].some(isIn) && isIn(phone);

/** The request with the columns from the picker, which answer their questions too. */
function withMapping(
  importRequest: ImportRequest,
  before: ColumnMapping,
  next: ColumnMapping,
): ImportRequest {
  const changed = Object.keys(next).filter(
    (field) =>
      (next[field as keyof ColumnMapping] ?? null) !== (before[field as keyof ColumnMapping] ?? null),
  );
  const answers = changed.map((field) =>
    (NAME_FIELDS as readonly string[]).includes(field) ? "name" : field,
  );
  return {
    ...importRequest,
    mapping: next,
    answered: [...new Set([...importRequest.answered, ...answers])],
  };
}

/** Preview of an import; nothing is written (contract 4). */
export function ImportPreview({
  place,
  mayBringBack,
  outdated,
  asked,
  unanswered,
  ...preview
}: ImportPreviewProps) {
  const { importRequest, report, onChange } = preview;
  const mapping = importRequest.mapping ?? report.mapping;

  return (
    <div className={classes("flex min-w-0 flex-col gap-5", outdated && "opacity-60")}>
      <ColumnQuestions questions={asked} unanswered={unanswered} {...preview} />
      {unanswered.length === 0 ? <PreviewCounts report={report} importRequest={importRequest} /> : null}
      <ErasureNote erasures={report.erasures} />
      <PreviewNotes report={report} />
      <PreviewGuests report={report} hasEvent={place === "manage"} />
      <NotTaken report={report} mapping={mapping} place={place} keepsCodes={importRequest.keepTicketCodes} />
      {unanswered.length === 0 ? (
        <>
          <RowChoices mayBringBack={mayBringBack} {...preview} />
          <KeepTicketCodes {...preview} />
        </>
      ) : null}
      <div className="rounded-md border">
        {unanswered.length === 0 ? <RowLists {...preview} /> : null}
        <Disclosure heading={MAPPING_COPY.heading} startsOpen={!isMapped(mapping) && asked.length === 0}>
          <MappingFields
            report={report}
            mapping={mapping}
            place={place}
            onChange={(next) => onChange(withMapping(importRequest, mapping, next))}
          />
        </Disclosure>
        <Disclosure heading={PREVIEW_COPY.sampleHeading} startsOpen={unanswered.length > 0}>
          <SampleTable columns={report.columns} sample={report.sample} />
        </Disclosure>
      </div>
    </div>
  );
}

/** The first rows as parsed, which shows a wrong encoding or separator. */
function SampleTable({ columns, sample }: Pick<ImportReport, "columns" | "sample">) {
  return (
    <section
      aria-label={PREVIEW_COPY.sampleHeading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must scroll by keyboard too
      tabIndex={0}
      className="overflow-x-auto rounded-md border"
    >
      <table className="w-full text-left text-sm">
        <thead className="bg-surface-muted">
          <tr>
            {columns.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <th key={column} scope="col" className="whitespace-nowrap px-3 py-2 font-semibold">
                {name.trim() || PREVIEW_COPY.column(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no name
            <tr key={row} className="border-t">
              {columns.map((_name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                <td key={column} className="max-w-48 truncate px-3 py-2">
                  {cells[column] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
