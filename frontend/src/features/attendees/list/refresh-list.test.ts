import { describe, expect, test } from "vitest";
import type { Page } from "@/api/client";
import type { Attendee } from "@/api/types";
import {
  type LoadedList,
  type PageRequest,
  refreshList,
  refreshSortedList,
} from "@/features/attendees/list/refresh-list";
import { attendeeNamed } from "@/testing/cast";

/** A server's list, newest first; each row's name says when it was read last. */
function server(ids: readonly number[]) {
  let all = [...ids];
  let version = "old";
  const requests: PageRequest[] = [];
  const row = (id: number) => attendeeNamed(`${id} ${version}`, { id });
  async function readPage(request: PageRequest): Promise<Page<Attendee>> {
    requests.push(request);
    const sorted = all
      .filter((id) => request.after === null || id < Number(request.after))
      .sort((a, b) => b - a);
    const rows = sorted.slice(0, request.limit).map(row);
    const next = sorted.length > request.limit ? String(rows.at(-1)?.id) : null;
    return { rows, next, total: request.after === null ? all.length : null };
  }
  return {
    readPage,
    requests,
    /** From now on the rows read as new. */
    change: (change: (all: number[]) => number[]) => {
      all = change(all);
      version = "new";
      requests.length = 0;
    },
  };
}

async function load({ readPage }: ReturnType<typeof server>, pages: number): Promise<LoadedList> {
  const list: LoadedList = { pages: [], pageParams: [] };
  for (let after: string | null = null; list.pages.length < pages; ) {
    const page = await readPage({ limit: 100, after });
    list.pages.push(page);
    list.pageParams.push(after);
    after = page.next;
    if (after === null) break;
  }
  return list;
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const idsOf = ({ pages }: LoadedList) => pages.flatMap(({ rows }) => rows.map(({ id }) => id));
const nameOf = ({ pages }: LoadedList, id: number) =>
  pages.flatMap(({ rows }) => rows).find((row) => row.id === id)?.fullName;
const descending = (ids: number[]) => ids.sort((a, b) => b - a);

async function refreshed(list: LoadedList, from: ReturnType<typeof server>, attendees?: number[]) {
  const change = await refreshList(list, { attendees: attendees ?? null, attendeesOf: [7] }, from.readPage);
  return change(list) as LoadedList;
}

test("who is checked in far down is read anew, with the count, and the pages keep their bounds", async () => {
  const venue = server(range(1, 1000));
  const list = await load(venue, 5);
  venue.change((all) => all);
  const after = await refreshed(list, venue, [733]);
  expect(nameOf(after, 733)).toBe("733 new");
  expect(nameOf(after, 850)).toBe("850 old");
  expect(idsOf(after)).toEqual(idsOf(list));
  expect(after.pages.map(({ next }) => next)).toEqual(list.pages.map(({ next }) => next));
  expect(after.pageParams).toEqual(list.pageParams);
  expect(venue.requests).toEqual([
    { limit: 100, after: null },
    { limit: 100, after: "734" },
  ]);
});

test("who is not loaded costs no more than the count", async () => {
  const venue = server(range(1, 1000));
  const list = await load(venue, 2);
  venue.change((all) => all);
  await refreshed(list, venue, [5]);
  expect(venue.requests).toHaveLength(1);
});

test("whoever is deleted or no longer matches leaves the list", async () => {
  const venue = server(range(1, 300));
  const list = await load(venue, 3);
  venue.change((all) => all.filter((id) => id !== 250 && id !== 120));
  const after = await refreshed(list, venue, [120, 250]);
  expect(idsOf(after)).toEqual(descending(range(1, 300).filter((id) => id !== 250 && id !== 120)));
  expect(after.pages[0]?.total).toBe(298);
});

test("newcomers stand on top, however many pages of them", async () => {
  const venue = server(range(1, 250));
  const list = await load(venue, 2);
  venue.change((all) => [...all, ...range(251, 500)]);
  const after = await refreshed(list, venue);
  expect(idsOf(after)).toEqual(descending(range(51, 500)));
  expect(after.pages).toHaveLength(2);
  expect(after.pages[0]?.total).toBe(500);
});

test("more newcomers than are read begin the list again", async () => {
  const venue = server(range(1, 250));
  const list = await load(venue, 2);
  venue.change((all) => [...all, ...range(251, 5000)]);
  const after = await refreshed(list, venue);
  expect(after.pages).toHaveLength(1);
  expect(idsOf(after)[0]).toBe(5000);
  expect(after.pages[0]?.next).toBe(String(idsOf(after).at(-1)));
});

test("where nobody is named, all that is loaded is read in large parts", async () => {
  const venue = server(range(1, 3000));
  const list = await load(venue, 12);
  venue.change((all) => all);
  const after = await refreshed(list, venue);
  expect(idsOf(after)).toEqual(idsOf(list));
  for (const id of idsOf(after)) expect(nameOf(after, id)).toBe(`${id} new`);
  expect(venue.requests.map(({ limit }) => limit)).toEqual([500, 500, 500]);
});

test("an empty list shows the first guest", async () => {
  const venue = server([]);
  const list = await load(venue, 1);
  venue.change(() => [1]);
  expect(idsOf(await refreshed(list, venue, [1]))).toEqual([1]);
});

describe("2.sort.5 a list in another order", () => {
  async function readAgain(list: LoadedList, from: ReturnType<typeof server>) {
    return (await refreshSortedList(list, from.readPage))(list) as LoadedList;
  }

  test("is read again as far as it was loaded, and goes on from there", async () => {
    const venue = server(range(1, 1000));
    const list = await load(venue, 3);
    venue.change((all) => [...all.filter((id) => id !== 900), 1001]);
    const after = await readAgain(list, venue);
    expect(idsOf(after)).toEqual(descending(range(701, 1001).filter((id) => id !== 900)));
    for (const id of idsOf(after)) expect(nameOf(after, id)).toBe(`${id} new`);
    expect(venue.requests).toEqual([{ limit: 300, after: null }]);
    expect(after.pages.at(-1)?.next).toBe("701");
  });

  test("of a very long one the first rows are read, and the others stay behind them, each once", async () => {
    const venue = server(range(1, 5000));
    const list = await load(venue, 30);
    venue.change((all) => [...all, 5001]);
    const after = await readAgain(list, venue);
    expect(idsOf(after)).toEqual(descending(range(2001, 5001)));
    expect(nameOf(after, 3002)).toBe("3002 new");
    expect(nameOf(after, 3001)).toBe("3001 old");
    expect(venue.requests).toHaveLength(4);
    expect(after.pages.at(-1)?.next).toBe("2001");
  });

  test("of which the last loaded row was deleted holds each row once, and goes on behind what was read", async () => {
    const venue = server(range(1, 1200));
    const list = await load(venue, 6);
    venue.change((all) => all.filter((id) => id !== 601));
    const after = await readAgain(list, venue);
    expect(idsOf(after)).toEqual(descending(range(200, 1200).filter((id) => id !== 601)));
    expect(after.pages.at(-1)?.next).toBe(String(idsOf(after).at(-1)));
  });
});
