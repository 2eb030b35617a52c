import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Page } from "@/api/client";
import type { Attendee } from "@/api/types";
import type { Retried } from "@/components/ui/states";
import { printedAttendeesQuery } from "@/features/attendees/api";
import type { PrintSource } from "@/features/attendees/print/print-source";

/** Loading state of the attendees to print. */
export type PrintedAttendees =
  | { kind: "reading"; read: number; total: number | null }
  | { kind: "failed"; query: Retried }
  | { kind: "too many"; total: number }
  /** `readAt`: time of the oldest page in milliseconds; `gone`: number of ids that no longer exist. */
  | { kind: "ready"; attendees: Attendee[]; readAt: number; gone: number };

const NOBODY: PrintSource = { kind: "chosen", ids: [] };

/**
 * Reads all attendees to print, page by page; only the first page if there are more than `most`. Without a `source`
 * nothing is read.
 */
export function usePrintedAttendees(source: PrintSource | null, most: number): PrintedAttendees {
  const query = useInfiniteQuery({
    ...printedAttendeesQuery(source ?? NOBODY),
    enabled: source !== null,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const pages = data?.pages;
  const meant = useMemo(
    () => pages?.flatMap(({ rows }) => rows).filter(isMeant(source ?? NOBODY)),
    [pages, source],
  );

  const { total, isTooMany } = countOf(source ?? NOBODY, pages ?? [], meant?.length ?? 0, most);
  // Keyed by page number, so that a page from the cache is still followed by the next one.
  const nextPage = hasNextPage && !isFetching && !isError && !isTooMany ? pages?.length : undefined;
  useEffect(() => {
    if (nextPage !== undefined) void fetchNextPage({ cancelRefetch: false });
  }, [nextPage, fetchNextPage]);

  if (isTooMany) return { kind: "too many", total };
  // A retry starts from the beginning, so that the list is not older than it says.
  if (isError) return { kind: "failed", query };
  if (!meant || hasNextPage || isFetching) {
    return { kind: "reading", read: meant?.length ?? 0, total: meant ? total : null };
  }
  const gone = source?.kind === "chosen" ? source.ids.length - meant.length : 0;
  return { kind: "ready", attendees: meant, readAt: pages?.[0]?.readAt ?? query.dataUpdatedAt, gone };
}

/**
 * Counts the attendees to print, as far as the pages show, and whether they are certainly too many. The server also
 * counts attendees registered since; they are on top, so the first page that ends below them gives the true count.
 */
function countOf(
  source: PrintSource,
  pages: readonly Page<Attendee>[],
  meant: number,
  most: number,
): { total: number; isTooMany: boolean } {
  const next = pages.at(-1)?.next ?? null;
  const reached = next === null ? null : Number(next);
  const read = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const unread = reached === null ? 0 : Math.max(0, (pages[0]?.total ?? 0) - read);
  if (source.kind === "chosen") return { total: meant + unread, isTooMany: meant + unread > most };
  const leftOut = source.except.filter((id) => reached !== null && id < reached).length;
  const total = meant + Math.max(0, unread - leftOut);
  const isBelowTheNew = reached === null || source.newestId === null || reached <= source.newestId + 1;
  return { total, isTooMany: (isBelowTheNew ? total : meant) > most };
}

function isMeant(source: PrintSource): (attendee: Attendee) => boolean {
  if (source.kind === "chosen") return () => true;
  const { newestId } = source;
  const except = new Set(source.except);
  return ({ id }) => (newestId === null || id <= newestId) && !except.has(id);
}
