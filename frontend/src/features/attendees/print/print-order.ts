import type { Attendee } from "@/api/types";

/** Sort order of a printed list: by name for the door, by table for ushers. */
export type PrintOrder = "name" | "lastName" | "table";

export const PRINT_ORDERS: readonly PrintOrder[] = ["lastName", "name", "table"];

type Placed = Pick<Attendee, "id" | "fullName" | "tableNumber">;

/** A group of a door list that is printed together. */
export type DoorListGroup<Row> =
  | { kind: "letter"; letter: string; attendees: Row[] }
  | { kind: "table"; tableNumber: number; attendees: Row[] };

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Group of names that begin with a digit or a sign. */
const NO_LETTER = "#";
/** Group of names in scripts that would need a group for almost every name. */
const OTHER_SCRIPT = "…";
const WITHOUT_ALPHABET =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Yi}/u;

/** Sort key of a name, without leading quotes, brackets and blanks. */
const sortKey = (fullName: string): string => fullName.replace(/^[^\p{L}\p{N}]+/u, "") || fullName;

/** Returns the last word of a name, without a trailing number in brackets, or the name if it has no word. */
export function lastWord(fullName: string): string {
  const words = fullName
    .trim()
    .replace(/\s*\(\d+\)$/, "")
    .split(/\s+/);
  return words.findLast((word) => /[\p{L}\p{N}]/u.test(word)) ?? fullName;
}

/** Sort key of a name in that order. */
const keyIn = (order: PrintOrder, fullName: string): string =>
  sortKey(order === "lastName" ? lastWord(fullName) : fullName);

/** Sorts by name in the reader's language, `Guest 9` before `Guest 10`; equal names by table. */
export function byName<Row extends Placed>(
  attendees: readonly Row[],
  locale?: string,
  order: PrintOrder = "name",
): Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return attendees
    .map((row) => ({ row, key: keyIn(order, row.fullName), name: sortKey(row.fullName) }))
    .sort(
      (a, b) =>
        compare(a.key, b.key) ||
        compare(a.name, b.name) ||
        a.row.tableNumber - b.row.tableNumber ||
        a.row.id - b.row.id,
    )
    .map(({ row }) => row);
}

/** Sorts by table number, then name; attendees without a table come last. */
export function byTable<Row extends Placed>(attendees: readonly Row[], locale?: string): Row[] {
  const place = ({ tableNumber }: Placed) => (tableNumber > 0 ? tableNumber : Number.POSITIVE_INFINITY);
  // Infinity minus Infinity is NaN, so attendees without a table are compared as equal.
  return byName(attendees, locale).sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** Sorts tickets by event date, so that the cut pile is in the order of the door. */
export function inTicketOrder<Row extends Placed & Pick<Attendee, "event">>(
  attendees: readonly Row[],
  order: PrintOrder,
): Row[] {
  const rows = order === "table" ? byTable(attendees) : byName(attendees, undefined, order);
  // ISO dates sort as texts.
  return rows.sort(
    ({ event: a }, { event: b }) => Number(a.date > b.date) - Number(a.date < b.date) || a.id - b.id,
  );
}

/**
 * Returns a function from a name to its letter: the last one that the language does not sort after the name. So Ø is an
 * O in English, but a separate letter after Z in Danish.
 */
function letterFinder(order: PrintOrder, locale?: string): (fullName: string) => string {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  return (fullName) => {
    const key = keyIn(order, fullName);
    const initial = /^\p{L}/u.exec(key)?.[0];
    if (initial === undefined) return NO_LETTER;
    if (WITHOUT_ALPHABET.test(initial)) return OTHER_SCRIPT;
    const letter = ALPHABET.findLast((candidate) => compare(candidate, key) <= 0);
    const isInAlphabet = letter !== undefined && (letter !== "Z" || compare(initial, letter) === 0);
    return isInAlphabet ? letter : initial.toLocaleUpperCase(locale);
  };
}

export function doorListGroups<Row extends Placed>(
  attendees: readonly Row[],
  order: PrintOrder,
  locale?: string,
): DoorListGroup<Row>[] {
  const groups: DoorListGroup<Row>[] = [];
  if (order === "table") {
    for (const row of byTable(attendees, locale)) {
      const last = groups.at(-1);
      if (last?.kind === "table" && last.tableNumber === row.tableNumber) last.attendees.push(row);
      else groups.push({ kind: "table", tableNumber: row.tableNumber, attendees: [row] });
    }
    return groups;
  }
  const letterOf = letterFinder(order, locale);
  for (const row of byName(attendees, locale, order)) {
    const letter = letterOf(row.fullName);
    const last = groups.at(-1);
    if (last?.kind === "letter" && last.letter === letter) last.attendees.push(row);
    else groups.push({ kind: "letter", letter, attendees: [row] });
  }
  return groups;
}
