import type { Attendee } from "@/api/types";
import type { SelectionRefusal } from "@/components/form/selection-refusal";
import { KEPT_ONE_BY_ONE_MAX } from "@/features/attendees/rules";

/** The selection: individual rows, or all matches of the filters, loaded or not, with exceptions. */
export type Selection =
  | { kind: "some"; chosen: ReadonlyMap<number, Attendee> }
  | {
      kind: "all";
      /** Number of matches when they were selected. */
      matches: number;
      /** The newest match: attendees registered later are not selected. */
      newestId: number;
      except: ReadonlySet<number>;
      /** The matches, if they were few and all loaded; otherwise empty. */
      listed: readonly Attendee[];
    };

export const NOBODY: Selection = { kind: "some", chosen: new Map() };

export function selectAll(matches: number, newestId: number, rows: readonly Attendee[] = []): Selection {
  const listed = rows.length >= matches && matches <= KEPT_ONE_BY_ONE_MAX ? rows : [];
  return { kind: "all", matches, newestId, except: new Set(), listed };
}

/** The same attendees chosen one by one; nobody if they were too many. */
export function oneByOne(selection: Selection): Selection {
  if (selection.kind === "some") return selection;
  const rows = selection.listed.filter(({ id }) => isSelected(selection, id));
  return withRows(NOBODY, rows, true);
}

export function selectedCount(selection: Selection): number {
  return selection.kind === "some" ? selection.chosen.size : selection.matches - selection.except.size;
}

export function isSelected(selection: Selection, id: number): boolean {
  if (selection.kind === "some") return selection.chosen.has(id);
  return id <= selection.newestId && !selection.except.has(id);
}

/** Selects the row, or removes it. One that came after the selection of all matches cannot be added. */
export const withToggled = (selection: Selection, row: Attendee): Selection =>
  withRows(selection, [row], !isSelected(selection, row.id));

/** Selects the rows, or removes them from the selection. */
export function withRows(selection: Selection, rows: readonly Attendee[], isSelected: boolean): Selection {
  if (selection.kind === "some") {
    const chosen = new Map(selection.chosen);
    for (const row of rows) {
      if (isSelected) chosen.set(row.id, row);
      else chosen.delete(row.id);
    }
    return { kind: "some", chosen };
  }
  const except = new Set(selection.except);
  for (const { id } of rows.filter((row) => row.id <= selection.newestId)) {
    if (isSelected) except.delete(id);
    else except.add(id);
  }
  return { ...selection, except };
}

/** Yields the selected attendees; `everyone` reads all matches of the filters from the server. */
export async function* selectedAttendees(
  selection: Selection,
  everyone: () => AsyncIterable<Attendee>,
): AsyncGenerator<Attendee> {
  if (selection.kind === "some") {
    yield* selection.chosen.values();
    return;
  }
  for await (const attendee of everyone()) {
    if (isSelected(selection, attendee.id)) yield attendee;
  }
}

export async function readSelected(...from: Parameters<typeof selectedAttendees>): Promise<Attendee[]> {
  const read: Attendee[] = [];
  for await (const attendee of selectedAttendees(...from)) read.push(attendee);
  return read;
}

/**
 * Chosen rows that still match, or were chosen elsewhere: others, deleted or changed meanwhile, are no longer visible.
 */
export function amongRows(
  selection: Selection,
  rows: readonly Attendee[],
  elsewhere: ReadonlySet<number> = new Set(),
): Selection {
  if (selection.kind === "all") return selection;
  const visible = new Set(rows.map(({ id }) => id));
  const chosen = [...selection.chosen].filter(([id]) => visible.has(id) || elsewhere.has(id));
  return chosen.length === selection.chosen.size ? selection : { kind: "some", chosen: new Map(chosen) };
}

export const chosenIds = (selection: Selection): ReadonlySet<number> =>
  new Set(selection.kind === "some" ? selection.chosen.keys() : []);

/** The selected attendees who are loaded, with their present values; of all matches there may be more. */
export function selectedAtHand(selection: Selection, rows: readonly Attendee[]): readonly Attendee[] {
  if (selection.kind === "all") return rows.filter(({ id }) => isSelected(selection, id));
  const loaded = new Map(rows.map((row) => [row.id, row]));
  return [...selection.chosen.values()].map((chosen) => loaded.get(chosen.id) ?? chosen);
}

/** How many of the selected attendees are not among the rows. */
export function hiddenCount(selection: Selection, rows: readonly Attendee[]): number {
  if (selection.kind === "all") return 0;
  return selection.chosen.size - rows.filter(({ id }) => selection.chosen.has(id)).length;
}

/** The selection without attendees who were deleted or no longer match. */
export function withoutMissing(
  selection: Selection,
  { matching, missing = [] }: SelectionRefusal,
): Selection {
  if (selection.kind === "some") return withoutDeleted(selection, missing);
  return { ...selection, matches: Math.min(selection.matches, matching + selection.except.size) };
}

export function withoutDeleted(
  selection: Extract<Selection, { kind: "some" }>,
  deleted: readonly number[],
): Selection {
  const chosen = new Map(selection.chosen);
  for (const id of deleted) chosen.delete(id);
  return { kind: "some", chosen };
}
