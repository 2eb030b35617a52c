import type { ReactNode } from "react";
import type { ImportReport } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import type { ImportRequest } from "@/features/spreadsheets/api";
import { CODES_COPY, headingOf, PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";

export interface PreviewProps {
  importRequest: ImportRequest;
  report: ImportReport;
  onChange: (importRequest: ImportRequest) => void;
}

type ChoiceName = {
  [Name in keyof ImportRequest]: ImportRequest[Name] extends boolean ? Name : never;
}[keyof ImportRequest];

interface RequestChoiceProps extends Omit<PreviewProps, "report"> {
  name: ChoiceName;
  label: string;
}

/** The box of one choice of the request. */
export const RequestChoice = ({ name, label, importRequest, onChange }: RequestChoiceProps) => (
  <Checkbox
    label={label}
    checked={importRequest[name]}
    onChange={({ target }) => onChange({ ...importRequest, [name]: target.checked })}
    className="-ml-3 self-start"
  />
);

/** A sentence about the file, above the choice that it asks for. */
const Asked = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="flex flex-col">
    <p className="wrap-anywhere font-medium">{text}</p>
    {children}
  </div>
);

interface RowChoicesProps extends PreviewProps {
  /** Only a super admin may bring erased guests back (contract 6). */
  mayBringBack: boolean;
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
  const box = (name: ChoiceName, label: string) => (
    <RequestChoice {...{ name, label, importRequest, onChange }} />
  );
  return (
    <div className="flex flex-col gap-2">
      {erased + broughtBack > 0 ? (
        <Asked text={broughtBack > 0 ? PREVIEW_COPY.broughtBack(broughtBack) : PREVIEW_COPY.erased(erased)}>
          {mayBringBack ? box("bringBack", PREVIEW_COPY.bringBack) : null}
        </Asked>
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
          {box("createTypes", PREVIEW_COPY.createTypes)}
        </div>
      ) : null}
      {matching > 0 ? (
        <Asked text={PREVIEW_COPY.matching(matching, importRequest.oneOfEach)}>
          {box("oneOfEach", PREVIEW_COPY.oneOfEach)}
        </Asked>
      ) : null}
      {leftOut > 0 ? (
        <Asked text={PREVIEW_COPY.leftOut(leftOut, importRequest.includeLeftOut)}>
          {box("includeLeftOut", PREVIEW_COPY.includeLeftOut)}
        </Asked>
      ) : null}
      {withoutName > 0 ? (
        <p className="font-medium">{PREVIEW_COPY.rowsWithoutName(withoutName, withoutNameRows)}</p>
      ) : null}
      {withoutPhone > 0 ? box("includeWithoutPhone", PREVIEW_COPY.includeWithoutPhone(withoutPhone)) : null}
    </div>
  );
}

/** Option to keep another tool's ticket codes, so that its tickets scan at the door (contract 2). */
export function KeepTicketCodes({ importRequest, report, onChange }: PreviewProps) {
  const { ticketCodes: codes, columns } = report;
  if (codes === null) return null;
  const heading = headingOf(columns, codes.column);
  if (codes.problem !== null)
    return (
      <p className="wrap-anywhere text-sm text-text-muted">{CODES_COPY.refused[codes.problem](heading)}</p>
    );
  if (codes.guests === 0) return null;
  return (
    <Asked text={CODES_COPY.found(heading, codes.guests)}>
      <RequestChoice name="keepTicketCodes" label={CODES_COPY.keep} {...{ importRequest, onChange }} />
    </Asked>
  );
}
