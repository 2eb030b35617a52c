import type { ImportReport } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";

interface RowChoicesProps {
  importRequest: ImportRequest;
  report: ImportReport;
  /** Only a super admin may bring erased guests back (contract 6). */
  mayBringBack: boolean;
  onChange: (importRequest: ImportRequest) => void;
}

/** Rows that are skipped unless the user wants them (cancelled, without a phone, or erased), and new types (contract 5). */
export function RowChoices({ importRequest, report, mayBringBack, onChange }: RowChoicesProps) {
  const {
    leftOut,
    withoutPhone,
    withoutName,
    withoutNameRows,
    matching,
    erased,
    broughtBack,
    newTicketTypes,
  } = report;
  const rows = leftOut + withoutPhone + withoutName + matching + erased + broughtBack;
  if (rows + newTicketTypes.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {erased + broughtBack > 0 ? (
        <div className="flex flex-col">
          <p className="font-medium">
            {broughtBack > 0 ? PREVIEW_COPY.broughtBack(broughtBack) : PREVIEW_COPY.erased(erased)}
          </p>
          {mayBringBack ? (
            <Checkbox
              label={PREVIEW_COPY.bringBack}
              checked={importRequest.bringBack}
              onChange={({ target }) => onChange({ ...importRequest, bringBack: target.checked })}
              className="-ml-3 self-start"
            />
          ) : null}
        </div>
      ) : null}
      {newTicketTypes.length > 0 ? (
        <div className="flex flex-col">
          <p className="wrap-anywhere">
            <span className="font-medium">{PREVIEW_COPY.newTypes(importRequest.createTypes)}:</span>{" "}
            {newTicketTypes
              .map(({ name, guests, eventName }) =>
                PREVIEW_COPY.newType(name, guests, importRequest.eventId === null ? eventName : null),
              )
              .join(", ")}
          </p>
          <Checkbox
            label={PREVIEW_COPY.createTypes}
            checked={importRequest.createTypes}
            onChange={({ target }) => onChange({ ...importRequest, createTypes: target.checked })}
            className="-ml-3 self-start"
          />
        </div>
      ) : null}
      {matching > 0 ? (
        <div className="flex flex-col">
          <p className="font-medium">{PREVIEW_COPY.matching(matching, importRequest.oneOfEach)}</p>
          <Checkbox
            label={PREVIEW_COPY.oneOfEach}
            checked={importRequest.oneOfEach}
            onChange={({ target }) => onChange({ ...importRequest, oneOfEach: target.checked })}
            className="-ml-3 self-start"
          />
        </div>
      ) : null}
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
      {withoutName > 0 ? (
        <p className="font-medium">{PREVIEW_COPY.rowsWithoutName(withoutName, withoutNameRows)}</p>
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
