import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { searchForm, searchWords } from "@/features/door/guest-list/search-form";

const VECTORS: Record<"forms", [string, string][]> & Record<"words", [string, string[]][]> = JSON.parse(
  readFileSync(
    new URL("../../../../../backend/tests/attendees/search_vectors.json", import.meta.url),
    "utf8",
  ),
);

test("7.list.9, 7.list.10, 7.list.640 names and typed words have the form that the server gives them", () => {
  expect(VECTORS.forms.map(([text]) => [text, searchForm(text)])).toEqual(VECTORS.forms);
  expect(VECTORS.words.map(([query]) => [query, searchWords(query)])).toEqual(VECTORS.words);
});
