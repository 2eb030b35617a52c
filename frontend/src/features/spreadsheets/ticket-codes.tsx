import type { ImportReport } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { CODES_COPY, headingOf } from "@/features/spreadsheets/preview-copy";

interface KeepTicketCodesProps {
  importRequest: ImportRequest;
  report: ImportReport;
  onChange: (importRequest: ImportRequest) => void;
}

/** Option to keep another tool's ticket codes, so that its tickets scan at the door (contract 2). */
export function KeepTicketCodes({ importRequest, report, onChange }: KeepTicketCodesProps) {
  const { ticketCodes: codes, columns } = report;
  if (codes === null) return null;
  const heading = headingOf(columns, codes.column);
  if (codes.problem !== null)
    return (
      <p className="wrap-anywhere text-sm text-text-muted">{CODES_COPY.refused[codes.problem](heading)}</p>
    );
  if (codes.guests === 0) return null;
  return (
    <div className="flex flex-col">
      <p className="wrap-anywhere font-medium">{CODES_COPY.found(heading, codes.guests)}</p>
      <Checkbox
        label={CODES_COPY.keep}
        checked={importRequest.keepTicketCodes}
        onChange={({ target }) => onChange({ ...importRequest, keepTicketCodes: target.checked })}
        className="-ml-3 self-start"
      />
    </div>
  );
}
