import type { ImportReport } from "@/api/types";
import {
  ERROR_LIST_HEADINGS,
  FIELD_LABEL,
  headingOf,
  type ImportField,
  NAME_FIELDS,
} from "@/features/spreadsheets/preview-copy";
import { IMPORT_ERRORS_KEY, readStored, writeStored } from "@/lib/storage";

/** Reason why a row was left out, as a person reads it. */
export interface ErrorLine {
  row: number;
  /** Empty without a name. */
  guest: string;
  column: string;
  problem: string;
}

/** Lines of the last import that this tab began, stored over a reload, so that the file can be corrected. */
interface StoredErrors {
  importId: number;
  lines: ErrorLine[];
}

/** More would not fit into the browser's storage, and are too many to correct by hand. */
const SAVED_ERRORS_MAX = 10_000;

/** The headings in the user's file that a field was read from; the field's label if no column has it. */
function columnOf(field: string, { columns, mapping }: ImportReport): string {
  const isJoinedName = field === "fullName" && mapping.fullName === undefined;
  const headings = (isJoinedName ? NAME_FIELDS : [field]).flatMap((one) => {
    const column = mapping[one];
    return column === undefined ? [] : [headingOf(columns, column)];
  });
  return headings.join(" + ") || FIELD_LABEL[field as ImportField] || field;
}

export const errorLines = (report: ImportReport): ErrorLine[] =>
  report.rowErrors.map(({ row, field, message }) => ({
    row,
    guest: report.guestNames[row] ?? "",
    column: columnOf(field, report),
    problem: message,
  }));

export function saveErrorLines(importId: number, lines: readonly ErrorLine[]): void {
  const stored: StoredErrors = { importId, lines: lines.slice(0, SAVED_ERRORS_MAX) };
  writeStored("session", IMPORT_ERRORS_KEY, stored);
}

/** Returns the stored lines of an import, or none. */
export function savedErrorLines(importId: number): ErrorLine[] {
  const stored = readStored("session", IMPORT_ERRORS_KEY) as Partial<StoredErrors> | null;
  return (stored?.importId === importId && stored.lines) || [];
}

/** A cell also begins after any separator of some spreadsheet, with quotes and blanks between. */
const AFTER_SEPARATOR = /([;,|\t\r\n])(?=["']*[=+\-@\t\r]|[ "']*=)/g;
const AT_START = /^(?='*[=+\-@\t\r])/;

/** Messages may quote a cell, and an exported cell must never start a formula (contract 7). */
function cell(value: string | number): string {
  const safe = String(value).replace(AFTER_SEPARATOR, "$1'").replace(AT_START, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The errors as a CSV file, for correcting the original beside it. */
export function rowErrorsFile(fileName: string, lines: readonly ErrorLine[]): File {
  const rows = [
    ERROR_LIST_HEADINGS,
    ...lines.map(({ row, guest, column, problem }) => [row, guest, column, problem]),
  ];
  const text = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  const name = `${fileName.replace(/\.[^.]*$/, "")}-errors.csv`;
  // Spreadsheets recognise UTF-8 by this mark.
  return new File([`\ufeff${text}`], name, { type: "text/csv;charset=utf-8" });
}
