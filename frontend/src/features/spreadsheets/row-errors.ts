import type { RowError } from "@/api/types";
import { readStored, writeStored } from "@/lib/storage";

/** Row errors of the last import that this tab began, stored over a reload, so that the file can be corrected. */
interface KeptErrors {
  importId: number;
  rowErrors: RowError[];
}

const KEY = "doorlist.import-errors";
/** More would not fit into the browser's storage, and are too many to correct by hand. */
const SAVED_ERRORS_MAX = 10_000;

export function saveRowErrors(importId: number, rowErrors: RowError[]): void {
  writeStored("session", KEY, {
    importId,
    rowErrors: rowErrors.slice(0, SAVED_ERRORS_MAX),
  } satisfies KeptErrors);
}

/** Returns the stored row errors of an import, or none. */
export function savedRowErrors(importId: number): RowError[] {
  const kept = readStored("session", KEY) as KeptErrors | null;
  return kept?.importId === importId ? kept.rowErrors : [];
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
export function rowErrorsFile(fileName: string, rowErrors: readonly RowError[]): File {
  const rows = [
    ["Row", "Field", "Message"],
    ...rowErrors.map(({ row, field, message }) => [row, field, message]),
  ];
  const text = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  const name = `${fileName.replace(/\.[^.]*$/, "")}-errors.csv`;
  // Spreadsheets recognise UTF-8 by this mark.
  return new File([`\ufeff${text}`], name, { type: "text/csv;charset=utf-8" });
}
