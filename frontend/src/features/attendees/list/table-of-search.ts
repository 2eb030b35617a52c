import { parseTable } from "@/features/attendees/list/filters";

/** The table that a search names, as in 'table 7' or 'no table'; null if it names none. */
export function tableOfSearch(search: string): number | null {
  if (/^no table$/i.test(search.trim())) return 0;
  return parseTable(
    /^table (?:no\.? |number |#)?(\d+)$/i.exec(search.trim().replace(/\s+/g, " "))?.[1] ?? "",
  );
}
