import type { ImportReport } from "@/api/types";
import { ErasureNote } from "@/components/form/erasure-note";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { MappingFields, NotTaken } from "@/features/spreadsheets/column-mapping";
import { ColumnQuestions } from "@/features/spreadsheets/column-questions";
import { Disclosure } from "@/features/spreadsheets/disclosure";
import type { ColumnMapping, ColumnQuestion } from "@/features/spreadsheets/preview-copy";
import { MAPPING_COPY, NAME_FIELDS, PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { PreviewGuests } from "@/features/spreadsheets/preview-guests";
import { PreviewNotes } from "@/features/spreadsheets/preview-notes";
import { RowChoices } from "@/features/spreadsheets/row-choices";
import { countNamed, RowLists } from "@/features/spreadsheets/row-lists";
import { SampleTable } from "@/features/spreadsheets/sample-table";
import { KeepTicketCodes } from "@/features/spreadsheets/ticket-codes";
import type { ImportPlace } from "@/features/spreadsheets/use-import-check";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";

interface ImportPreviewProps {
  place: ImportPlace;
  importRequest: ImportRequest;
  report: ImportReport;
  mayBringBack: boolean;
  /** A newer response is loading. */
  outdated: boolean;
  /** The questions about the columns, and the open ones. */
  asked: readonly ColumnQuestion[];
  unanswered: readonly ColumnQuestion[];
  onChange: (importRequest: ImportRequest) => void;
}

interface FigureProps {
  label: string;
  value: number;
  text?: string;
  tone?: string;
}

/** A zero is less prominent. */
function Figure({ label, value, text = formatCount(value), tone }: FigureProps) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd
        className={classes(
          "text-xl tabular-nums",
          value === 0 ? "text-text-muted" : "font-semibold",
          value > 0 && tone,
        )}
      >
        {text}
      </dd>
    </div>
  );
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
  importRequest,
  report,
  mayBringBack,
  outdated,
  asked,
  unanswered,
  onChange,
}: ImportPreviewProps) {
  const { imported, errors, duplicates, warnings } = report;
  const mapping = importRequest.mapping ?? report.mapping;

  return (
    <div className={classes("flex min-w-0 flex-col gap-5", outdated && "opacity-60")}>
      <ColumnQuestions
        questions={asked}
        unanswered={unanswered}
        importRequest={importRequest}
        report={report}
        onChange={onChange}
      />
      {unanswered.length === 0 ? (
        <dl aria-live="polite" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Figure label={PREVIEW_COPY.toAdd} value={imported} />
          <Figure label={PREVIEW_COPY.errors} value={errors} tone="text-danger-text" />
          <Figure label={PREVIEW_COPY.duplicates} value={duplicates} />
          <Figure label={PREVIEW_COPY.warnings} value={warnings.length} text={countNamed(warnings.length)} />
        </dl>
      ) : null}
      <ErasureNote erasures={report.erasures} />
      <PreviewNotes report={report} />
      <PreviewGuests report={report} hasEvent={place === "manage"} />
      <NotTaken report={report} mapping={mapping} place={place} keepsCodes={importRequest.keepTicketCodes} />
      {unanswered.length === 0 ? (
        <>
          <RowChoices
            importRequest={importRequest}
            report={report}
            mayBringBack={mayBringBack}
            onChange={onChange}
          />
          <KeepTicketCodes importRequest={importRequest} report={report} onChange={onChange} />
        </>
      ) : null}
      <div className="rounded-md border">
        {unanswered.length === 0 ? (
          <RowLists importRequest={importRequest} report={report} onChange={onChange} />
        ) : null}
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
