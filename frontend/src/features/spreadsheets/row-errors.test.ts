import { expect, test } from "vitest";
import type { ImportReport } from "@/api/types";
import {
  errorLines,
  rowErrorsFile,
  savedErrorLines,
  saveErrorLines,
} from "@/features/spreadsheets/row-errors";
import { dropDrafts } from "@/hooks/drafts";

/** jsdom's files have no text(). */
function textOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
}

const LINE = { row: 2, guest: "Ada Byron", column: "Table #", problem: "'x' is not a table number" };

test("2.import.1123 the errors become a spreadsheet beside the file, and no cell of it is a formula", async () => {
  const file = rowErrorsFile("guests.2026.csv", [
    { ...LINE, problem: "'-2' is not a table number" },
    { row: 9, guest: "=1+1", column: "-Phone", problem: "=HYPERLINK(1)" },
  ]);
  expect(file.name).toBe("guests.2026-errors.csv");
  expect(await textOf(file)).toBe(
    "Row,Guest,Column,Problem\r\n2,Ada Byron,Table #,''-2' is not a table number\r\n" +
      "9,'=1+1,'-Phone,'=HYPERLINK(1)\r\n",
  );
  // The mark by which spreadsheets know the letters; reading takes it away.
  expect(file.size).toBe(3 + 107);
});

test.each([
  ["tableNumber", "Table #"],
  // 'Check-in Time' has no column, and a name may have two.
  ["attendedAt", "Check-in Time"],
  ["fullName", "First + Column 2"],
  ["phone", "Column 4"],
])("2.import.1123 the error of %s names '%s'", (field, column) => {
  const report = {
    columns: ["First", " ", "Table #", ""],
    mapping: { firstName: 0, lastName: 1, tableNumber: 2, phone: 3 },
    rowErrors: [{ row: 5, field, message: "Missing" }],
    guestNames: { 5: "Ada Byron" },
  } as unknown as ImportReport;
  expect(errorLines(report)).toEqual([{ row: 5, guest: "Ada Byron", column, problem: "Missing" }]);
});

test.each([
  ["x;=1+1", "x;'=1+1"],
  ["x,+1", '"x,\'+1"'],
  ["x|@SUM(1)", "x|'@SUM(1)"],
  ["x\t-1", "x\t'-1"],
  ["\t=1", "'\t'=1"],
  ["=1;=2", "'=1;'=2"],
  ["'=1", "''=1"],
  ['x;"=1"', '"x;\'""=1"""'],
  ["x; =1", "x;' =1"],
  ["Ada, +1", '"Ada, +1"'],
])("7.export.10: %j is no formula by whichever separator the list is read", async (problem, cell) => {
  const file = rowErrorsFile("guests.csv", [{ ...LINE, problem }]);
  expect(await textOf(file)).toBe(`Row,Guest,Column,Problem\r\n2,Ada Byron,Table #,${cell}\r\n`);
});

test("2.import.1124 they are kept for the import that they belong to, until the sign-out", () => {
  saveErrorLines(3, [LINE]);
  expect(savedErrorLines(3)).toEqual([LINE]);
  expect(savedErrorLines(4)).toEqual([]);
  dropDrafts();
  expect(savedErrorLines(3)).toEqual([]);
});
