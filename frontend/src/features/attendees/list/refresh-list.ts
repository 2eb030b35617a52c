import type { Page } from "@/api/client";
import type { ChangeNotice } from "@/api/live/change-notice";
import { type LoadedPages, readPages } from "@/api/pages";
import type { Attendee } from "@/api/types";
import { EXPORT_PAGE, LIST_PAGE } from "@/features/attendees/rules";

export interface PageRequest {
  limit: number;
  after: string | null;
  signal?: AbortSignal | undefined;
}

/** The loaded pages of a list; each ends where the next begins. */
export type LoadedList = LoadedPages<Page<Attendee>>;

type ReadPage = (request: PageRequest) => Promise<Page<Attendee>>;

/** All matches with `from` <= id < `to`, as just read. */
interface Reading {
  rows: Attendee[];
  from: number;
  to: number;
}

/** Maximum of separate ranges to reload; beyond them only the top is updated. */
const PARTS = 4;

const rowsIn = (pages: readonly Page<Attendee>[]): number =>
  pages.reduce((sum, { rows }) => sum + rows.length, 0);

const endOf = (page: Page<Attendee> | undefined): number => Number(page?.next ?? 0);

/**
 * Reloads the rows of a long list, newest first, that a change affects. Returns a function that updates the list. Page
 * bounds stay, so that scrolling continues from the same place.
 */
export async function refreshList(
  loadedList: LoadedList | undefined,
  { attendees, everything }: ChangeNotice,
  readPage: ReadPage,
): Promise<(list: unknown) => unknown> {
  if (!loadedList) return (held) => held;
  const list = loadedList;
  const newestHeld = list.pages[0]?.rows[0]?.id ?? 0;
  const loaded = rowsIn(list.pages);
  const named = attendees?.length && !everything ? attendees.filter((id) => id >= floorOf(list)) : null;
  const limit = named ? LIST_PAGE : Math.min(EXPORT_PAGE, Math.max(LIST_PAGE, loaded));
  const top = await readPage({ limit, after: null });
  const readings = [readingOf(top, Number.POSITIVE_INFINITY)];
  const afresh = () => ({ pages: [top], pageParams: [null] });
  if (newestHeld === 0) return afresh;

  /** The highest id still to be read: first new attendees on top, then changed ones. */
  function nextId(): number | undefined {
    const reached = reachedBy(readings);
    if (reached > newestHeld + 1) return reached - 1;
    if (named) return named.filter((id) => !isCovered(readings, id)).sort((a, b) => b - a)[0];
    return reached > floorOf(list) ? reached - 1 : undefined;
  }

  for (let id = nextId(); id !== undefined && readings.length < PARTS; id = nextId()) {
    readings.push(readingOf(await readPage({ limit, after: String(id + 1) }), id + 1));
  }
  // A gap between new rows and the rest is not allowed: the list restarts.
  if (reachedBy(readings) > newestHeld + 1) return afresh;
  return (held) => withReadings(held as LoadedList, readings, top.total);
}

const floorOf = ({ pages }: LoadedList): number => endOf(pages.at(-1));

const readingOf = (page: Page<Attendee>, to: number): Reading => ({ rows: page.rows, from: endOf(page), to });

const isCovered = (readings: readonly Reading[], id: number): boolean =>
  readings.some(({ from, to }) => from <= id && id < to);

/** Returns the id down to which the readings have no gap from the top. */
function reachedBy(readings: readonly Reading[]): number {
  let reached = Number.POSITIVE_INFINITY;
  for (const { from, to } of readings) if (to >= reached) reached = from;
  return reached;
}

/** Replaces rows of the list with the ones just read. */
function withReadings(list: LoadedList, readings: readonly Reading[], total: number | null): LoadedList {
  let to = Number.POSITIVE_INFINITY;
  const pages = list.pages.map((page) => {
    const from = endOf(page);
    const isHere = ({ id }: Attendee) => from <= id && id < to;
    const kept = page.rows.filter(({ id }) => !isCovered(readings, id));
    const read = readings.flatMap(({ rows }) => rows).filter(isHere);
    to = from;
    const rows = [...kept, ...read].sort((a, b) => b.id - a.id);
    return { ...page, rows, total: page.total === null ? null : total };
  });
  return { ...list, pages };
}

/**
 * Like `refreshList`, for other sort orders, where a change may move a row anywhere. Reloads all loaded rows in large
 * pages; of a very long list only the first ones.
 */
export async function refreshSortedList(
  list: LoadedList | undefined,
  readPage: ReadPage,
): Promise<(list: unknown) => unknown> {
  if (!list) return (held) => held;
  const loaded = rowsIn(list.pages);
  const limit = Math.min(EXPORT_PAGE, Math.max(LIST_PAGE, loaded));
  const read = await readPages(
    (after) => readPage({ limit, after }),
    (pages) => pages.length < PARTS && rowsIn(pages) < loaded,
  );
  if (read.pages.at(-1)?.next === null || rowsIn(read.pages) >= loaded) return () => read;
  // The list may have grown or been reset during the read; after a reset nothing of it was read.
  return (held) => withRest(read, held as LoadedList);
}

/** The rows just read, followed by the list's rows after the last of them. */
function withRest(read: LoadedList, held: LoadedList): LoadedList {
  const seen = new Set(read.pages.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const lastRead = held.pages.findLastIndex(({ rows }) => rows.some(({ id }) => seen.has(id)));
  const pages = held.pages.slice(lastRead).map((page, at) => {
    const isBehind = at === 0 ? page.rows.findLastIndex(({ id }) => seen.has(id)) + 1 : 0;
    return { ...page, total: null, rows: page.rows.slice(isBehind) };
  });
  return {
    pages: [...read.pages, ...pages],
    pageParams: [...read.pageParams, ...held.pageParams.slice(lastRead)],
  };
}
