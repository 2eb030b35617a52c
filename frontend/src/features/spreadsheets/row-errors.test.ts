import { expect, test } from "vitest";
import { rowErrorsFile, savedRowErrors, saveRowErrors } from "@/features/spreadsheets/row-errors";

/** jsdom's files have no text(). */
function textOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
}

test("the errors become a spreadsheet beside the file, and no cell of it is a formula", async () => {
  const file = rowErrorsFile("guests.2026.csv", [
    { row: 2, field: "tableNumber", message: '"twelve" is no number' },
    { row: 9, field: "phone", message: "=HYPERLINK(1)" },
  ]);
  expect(file.name).toBe("guests.2026-errors.csv");
  expect(await textOf(file)).toBe(
    'Row,Field,Message\r\n2,tableNumber,"""twelve"" is no number"\r\n9,phone,\'=HYPERLINK(1)\r\n',
  );
  // The mark by which spreadsheets know the letters; reading takes it away.
  expect(file.size).toBe(3 + 84);
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
])("7.export.10: %j is no formula by whichever separator the list is read", async (message, cell) => {
  const file = rowErrorsFile("guests.csv", [{ row: 2, field: "phone", message }]);
  expect(await textOf(file)).toBe(`Row,Field,Message\r\n2,phone,${cell}\r\n`);
});

test("they are kept for the import that they belong to", () => {
  saveRowErrors(3, [{ row: 2, field: "phone", message: "Missing" }]);
  expect(savedRowErrors(3)).toHaveLength(1);
  expect(savedRowErrors(4)).toEqual([]);
});
