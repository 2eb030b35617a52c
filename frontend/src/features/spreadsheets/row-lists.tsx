import { Download } from "lucide-react";
import type { ImportReport } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Summary } from "@/components/ui/summary";
import { Disclosure } from "@/features/spreadsheets/disclosure";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { type PreviewProps, RequestChoice } from "@/features/spreadsheets/row-choices";
import { errorLines, rowErrorsFile } from "@/features/spreadsheets/row-errors";
import { LISTED_ROWS, NAMED_ROWS } from "@/features/spreadsheets/rules";
import { formatCount } from "@/lib/count";
import { formatMoney } from "@/lib/money";
import { saveFile } from "@/lib/save-file";

/** The server names only the first of many. */
export const countNamed = (named: number) =>
  named < NAMED_ROWS ? formatCount(named) : `${formatCount(named)}+`;

/** Rows that are left out, duplicates, and rows to check (contract 4). */
export function RowLists({ importRequest, report, onChange }: PreviewProps) {
  const { errors, duplicates, duplicateRows, warnings, guestNames } = report;
  const lines = errorLines(report);
  return (
    <>
      {errors > 0 ? (
        <Disclosure heading={PREVIEW_COPY.errorsHeading} count={formatCount(errors)} startsOpen>
          <ListedRows
            rows={lines.map(({ row, guest, column, problem }) => ({
              row,
              guest,
              text: `${column}: ${problem}`,
            }))}
            total={errors}
          />
          <Button
            variant="secondary"
            className="self-start"
            onClick={() => saveFile(rowErrorsFile(importRequest.file.name, lines))}
          >
            <Download />
            {PREVIEW_COPY.downloadErrors}
          </Button>
          {lines.length < NAMED_ROWS ? null : (
            <p className="text-sm text-text-muted">{PREVIEW_COPY.listEnds(lines.length)}</p>
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
          <RequestChoice
            name="includeDuplicates"
            label={PREVIEW_COPY.includeDuplicates}
            {...{ importRequest, onChange }}
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
            rows={warnings.map(({ row, message, ...amounts }) => ({
              row,
              guest: guestNames[row],
              text: `${message}${amountsOf(amounts)}`,
            }))}
            total={warnings.length}
          />
        </Disclosure>
      ) : null}
    </>
  );
}

type Amounts = Pick<ImportReport["warnings"][number], "paidCents" | "priceCents">;

function amountsOf({ paidCents, priceCents }: Amounts): string {
  if (paidCents === null) return "";
  return ` ${PREVIEW_COPY.amounts(formatMoney(paidCents), priceCents === null ? null : formatMoney(priceCents))}`;
}

interface ListedRowsProps {
  rows: readonly { row: number; guest?: string; text: string }[];
  /** Total number; the server lists only the first of many. */
  total: number;
}

/** The first few rows with their messages; the others that the server lists are in a disclosure. */
function ListedRows({ rows, total }: ListedRowsProps) {
  const others = rows.slice(LISTED_ROWS);
  const unlisted = Math.max(total - rows.length, 0);
  return (
    <div className="text-sm">
      <Rows rows={rows.slice(0, LISTED_ROWS)} />
      {others.length > 0 ? (
        <details className="group">
          <Summary className="-ml-1 gap-1 text-text-muted tabular-nums focus-visible:-outline-offset-2">
            {PREVIEW_COPY.more(others.length + unlisted)}
          </Summary>
          <Rows rows={others} />
          {unlisted > 0 ? (
            <p className="mt-2 text-text-muted tabular-nums">{PREVIEW_COPY.more(unlisted)}</p>
          ) : null}
        </details>
      ) : null}
    </div>
  );
}

function Rows({ rows }: Pick<ListedRowsProps, "rows">) {
  return (
    <ul className="flex flex-col gap-2">
      {rows.map(({ row, guest, text }) => (
        <li key={`${row} ${text}`} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
          <span className="text-text-muted tabular-nums">{PREVIEW_COPY.row(row)}</span>
          <div className="wrap-anywhere">
            {guest ? (
              <p className="font-medium" dir="auto">
                {guest}
              </p>
            ) : null}
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
