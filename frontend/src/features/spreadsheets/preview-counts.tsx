import type { ImportReport } from "@/api/types";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { countNamed } from "@/features/spreadsheets/row-lists";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";

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

/** The counts of the rows. All except the warnings add up to the rows of the file (contract 2). */
export function PreviewCounts({
  report,
  importRequest,
}: {
  report: ImportReport;
  importRequest: ImportRequest;
}) {
  const { rows, parties, warnings } = report;
  const others = [
    [PREVIEW_COPY.withoutName, report.withoutName],
    [PREVIEW_COPY.cancelled, importRequest.includeLeftOut ? 0 : report.leftOut],
    [PREVIEW_COPY.repeated, importRequest.oneOfEach ? report.matching : 0],
    [PREVIEW_COPY.erasedGuests, report.erased],
  ] as const;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      <p>{PREVIEW_COPY.rows(rows, parties ? rows + parties.guests - parties.rows : null)}</p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label={PREVIEW_COPY.toAdd} value={report.imported + report.broughtBack} />
        <Figure label={PREVIEW_COPY.errors} value={report.errors} tone="text-danger-text" />
        <Figure
          label={PREVIEW_COPY.duplicates}
          value={importRequest.includeDuplicates ? 0 : report.duplicates}
        />
        {others.map(([label, value]) =>
          value > 0 ? <Figure key={label} label={label} value={value} /> : null,
        )}
        <Figure label={PREVIEW_COPY.warnings} value={warnings.length} text={countNamed(warnings.length)} />
      </dl>
    </div>
  );
}
