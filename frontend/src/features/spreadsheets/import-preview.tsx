import { Download } from "lucide-react";
import type { ImportReport, RowError } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Note } from "@/components/ui/note";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { MappingFields } from "@/features/spreadsheets/column-mapping";
import { Disclosure } from "@/features/spreadsheets/disclosure";
import { ListedRows } from "@/features/spreadsheets/listed-rows";
import type { ColumnMapping, ImportField } from "@/features/spreadsheets/preview-copy";
import { FIELD_LABEL, MAPPING_COPY, PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { rowErrorsFile } from "@/features/spreadsheets/row-errors";
import { NAMED_ROWS } from "@/features/spreadsheets/rules";
import { SampleTable } from "@/features/spreadsheets/sample-table";
import type { ImportPlace } from "@/features/spreadsheets/use-import-check";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";
import { saveFile } from "@/lib/save-file";

interface ImportPreviewProps {
  place: ImportPlace;
  importRequest: ImportRequest;
  report: ImportReport;
  /** Another answer is on its way. */
  outdated: boolean;
  onChange: (importRequest: ImportRequest) => void;
}

interface FigureProps {
  label: string;
  value: number;
  text?: string;
  tone?: string;
}

/** A figure of nothing is there, and catches no eye. */
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

/** Without these two nothing can be imported. */
export const isMapped = ({ fullName, phone }: ColumnMapping): boolean =>
  typeof fullName === "number" && typeof phone === "number";

/** Of many the server names only the first. */
const countNamed = (named: number) => (named < NAMED_ROWS ? formatCount(named) : `${formatCount(named)}+`);

const errorText = ({ field, message }: RowError) => {
  const label = FIELD_LABEL[field as ImportField];
  return label ? `${label}: ${message}` : message;
};

/** contract 4: what the import would do. Nothing has been written yet. */
export function ImportPreview({ place, importRequest, report, outdated, onChange }: ImportPreviewProps) {
  const { imported, errors, rowErrors, duplicates, duplicateRows, warnings, notes } = report;
  const mapping = importRequest.mapping ?? report.mapping;

  return (
    <div className={classes("flex min-w-0 flex-col gap-5", outdated && "opacity-60")}>
      <dl aria-live="polite" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label={PREVIEW_COPY.toAdd} value={imported} />
        <Figure label={PREVIEW_COPY.errors} value={errors} tone="text-danger-text" />
        <Figure label={PREVIEW_COPY.duplicates} value={duplicates} />
        <Figure label={PREVIEW_COPY.warnings} value={warnings.length} text={countNamed(warnings.length)} />
      </dl>
      {notes.map((note) => (
        <Note key={note} tone="info">
          <p>{note}</p>
        </Note>
      ))}
      <div className="rounded-md border">
        {errors > 0 ? (
          <Disclosure heading={PREVIEW_COPY.errorsHeading} count={formatCount(errors)} startsOpen>
            <ListedRows
              rows={rowErrors.map((one) => ({ row: one.row, text: errorText(one) }))}
              total={errors}
            />
            <Button
              variant="secondary"
              className="self-start"
              onClick={() => saveFile(rowErrorsFile(importRequest.file.name, rowErrors))}
            >
              <Download aria-hidden="true" />
              {PREVIEW_COPY.downloadErrors}
            </Button>
            {rowErrors.length < NAMED_ROWS ? null : (
              <p className="text-sm text-text-muted">{PREVIEW_COPY.listEnds(rowErrors.length)}</p>
            )}
          </Disclosure>
        ) : null}
        {duplicates > 0 || importRequest.includeDuplicates ? (
          <Disclosure heading={PREVIEW_COPY.duplicatesHeading} count={formatCount(duplicates)} startsOpen>
            <p className="text-sm text-text-muted">{PREVIEW_COPY.duplicatesText}</p>
            <ListedRows
              rows={duplicateRows.map(({ row, fullName, phone }) => ({ row, text: `${fullName}, ${phone}` }))}
              total={duplicates}
            />
            <Checkbox
              label={PREVIEW_COPY.includeDuplicates}
              checked={importRequest.includeDuplicates}
              onChange={({ target }) => onChange({ ...importRequest, includeDuplicates: target.checked })}
              className="-ml-3 self-start"
            />
          </Disclosure>
        ) : null}
        {warnings.length > 0 ? (
          <Disclosure
            heading={PREVIEW_COPY.warningsHeading}
            count={countNamed(warnings.length)}
            startsOpen={false}
          >
            <p className="text-sm text-text-muted">{PREVIEW_COPY.warningsText}</p>
            <ListedRows
              rows={warnings.map(({ row, message }) => ({ row, text: message }))}
              total={warnings.length}
            />
          </Disclosure>
        ) : null}
        <Disclosure heading={MAPPING_COPY.heading} startsOpen={!isMapped(mapping)}>
          <MappingFields
            report={report}
            mapping={mapping}
            place={place}
            onChange={(next) => onChange({ ...importRequest, mapping: next })}
          />
        </Disclosure>
        <Disclosure heading={PREVIEW_COPY.sampleHeading} startsOpen={false}>
          <SampleTable columns={report.columns} sample={report.sample} />
        </Disclosure>
      </div>
    </div>
  );
}
