import type { ImportReport } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";

interface RowChoicesProps {
  importRequest: ImportRequest;
  report: ImportReport;
  onChange: (importRequest: ImportRequest) => void;
}

/** contract 5: the rows that stay out unless the person wants them: who cancelled, and who has no phone. */
export function RowChoices({ importRequest, report, onChange }: RowChoicesProps) {
  const { leftOut, withoutPhone } = report;
  if (leftOut === 0 && withoutPhone === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {leftOut > 0 ? (
        <div className="flex flex-col">
          <p className="font-medium">{PREVIEW_COPY.leftOut(leftOut, importRequest.includeLeftOut)}</p>
          <Checkbox
            label={PREVIEW_COPY.includeLeftOut}
            checked={importRequest.includeLeftOut}
            onChange={({ target }) => onChange({ ...importRequest, includeLeftOut: target.checked })}
            className="-ml-3 self-start"
          />
        </div>
      ) : null}
      {withoutPhone > 0 ? (
        <Checkbox
          label={PREVIEW_COPY.includeWithoutPhone(withoutPhone)}
          checked={importRequest.includeWithoutPhone}
          onChange={({ target }) => onChange({ ...importRequest, includeWithoutPhone: target.checked })}
          className="-ml-3 self-start"
        />
      ) : null}
    </div>
  );
}
