import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Attendee } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { readMatches } from "@/features/attendees/api";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, addressOf, isNarrowed, newestFirst } from "@/features/attendees/list/filters";
import {
  amongRows,
  chosenIds,
  hiddenCount,
  isSelected,
  NOBODY,
  oneByOne,
  type Selection,
  selectAll,
  selectedAtHand,
  selectedCount,
  withRows,
  withToggled,
} from "@/features/attendees/list/selection";
import { NAMES_SHOWN } from "@/features/attendees/rules";

export type HeldSelection = ReturnType<typeof useSelection>;

interface Held {
  /** The filters, and the order in which the user made the selection. */
  shown: string;
  sort: AttendeeFilters["sort"];
  eventId: AttendeeFilters["eventId"];
  selection: Selection;
  /** Chosen under other filters, so that these may not show them. */
  elsewhere: ReadonlySet<number>;
}

/** The selection in the entry of the browser's history that showed a list last: the way back restores it. */
const left = new WeakMap<QueryClient, { key: string; held: Held }>();

/** The part of the selection that holds under these filters. */
function under(held: Held, shown: string, eventId: Held["eventId"]): Pick<Held, "selection" | "elsewhere"> {
  if (held.shown === shown) return held;
  const selection = held.eventId === eventId ? oneByOne(held.selection) : NOBODY;
  return { selection, elsewhere: chosenIds(selection) };
}

/**
 * Selection in any order of the list. Rows that were chosen one by one stay selected under other filters of the same
 * event; so do all matches, if they were few and loaded. `rows` are the loaded ones.
 */
export function useSelection(filters: AttendeeFilters, rows: readonly Attendee[] | undefined) {
  const shown = addressOf(newestFirst(filters)).toString();
  const { sort, eventId } = filters;
  const { key } = useLocation();
  const queryClient = useQueryClient();
  const earlier = left.get(queryClient);
  const [held, setHeld] = useState<Held>(
    earlier?.key === key ? earlier.held : { shown, sort, eventId, selection: NOBODY, elsewhere: new Set() },
  );
  useEffect(() => {
    left.set(queryClient, { key, held });
  }, [queryClient, key, held]);
  const { selection: kept, elsewhere } = useMemo(() => under(held, shown, eventId), [held, shown, eventId]);
  // In another order fewer rows are loaded.
  const isLoaded = rows !== undefined && held.sort === sort;
  const selection = useMemo(
    () => (isLoaded ? amongRows(kept, rows, elsewhere) : kept),
    [isLoaded, kept, rows, elsewhere],
  );
  const atHand = useMemo(() => selectedAtHand(selection, rows ?? []), [selection, rows]);
  const select = (next: Selection) => setHeld({ shown, sort, eventId, selection: next, elsewhere });
  /** The row that was toggled last, where a range begins. */
  const last = useRef<{ shown: string; id: number }>(null);
  // Other orders do not show the newest attendee, so it is read.
  const reading = useMutation({
    mutationFn: async (of: { filters: AttendeeFilters; shown: string }) => ({
      shown: of.shown,
      ...(await readMatches(of.filters)),
    }),
    onSuccess: ({ shown, ...read }) =>
      setHeld({ ...held, shown, sort, eventId, selection: selectAll(read.matches, read.newestId, rows) }),
    onError: (error) => showFailure(error, MANAGE_COPY.selectFailure),
  });
  return {
    selection,
    selected: selectedCount(selection),
    /** The number selected by a choice of all matches that waits for its own filters of this event; 0 without. */
    waiting:
      held.shown !== shown &&
      held.eventId === eventId &&
      held.selection.kind === "all" &&
      selectedCount(selection) === 0
        ? selectedCount(held.selection)
        : 0,
    /** The number of selected attendees whom the filters do not show, by the loaded rows. */
    hidden: isNarrowed(filters) ? hiddenCount(selection, rows ?? []) : 0,
    names: atHand.slice(0, NAMES_SHOWN).map(({ fullName }) => fullName),
    /** All selected attendees; empty where some are not loaded. */
    known: atHand.length === selectedCount(selection) ? atHand : [],
    select,
    /** Selects these attendees one by one, shown or not, unless others were selected since. */
    reselect: (attendees: readonly Attendee[]) => {
      const again = withRows(NOBODY, attendees, true);
      setHeld((since) =>
        selectedCount(since.selection) > 0
          ? since
          : { shown, sort, eventId, selection: again, elsewhere: chosenIds(again) },
      );
    },
    /** Toggles a row; with `isRange` all rows between it and the one toggled before become as it does. */
    toggle: (row: Attendee, rows: readonly Attendee[], isRange: boolean) => {
      const [from, to] = [last.current?.shown === shown ? last.current.id : null, row.id].map((id) =>
        rows.findIndex((other) => other.id === id),
      ) as [number, number];
      last.current = { shown, id: row.id };
      if (!isRange || from < 0 || to < 0) return select(withToggled(selection, row));
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      return select(withRows(selection, range, !isSelected(selection, row.id)));
    },
    /** Selects all matches; `matches` and `newestId` come from a list with the newest first. */
    selectEverybody: (matches: number, newestId: number) => {
      if (rows && elsewhere.size > 0 && rows.length >= matches) select(withRows(selection, rows, true));
      else if (sort === "newest") select(selectAll(matches, newestId, rows));
      else reading.mutate({ filters, shown });
    },
    isSelecting: reading.isPending,
  };
}
