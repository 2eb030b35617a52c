import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { Attendee, AttendeeHistoryItem } from "@/api/types";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { QueryView } from "@/components/ui/states";
import { attendeeHistoryQuery } from "@/features/activity/api";
import { DOOR_NOTES, fromAddress, HISTORY_COPY } from "@/features/activity/copy";
import { sentenceOf } from "@/features/activity/entry-copy";
import type { Part } from "@/features/activity/field-changes";
import { sentenceOfScan, sentLater } from "@/features/activity/scan-copy";
import { Sentence } from "@/features/activity/sentence";
import { formatTimestamp } from "@/lib/event-date";

interface AttendeeHistoryProps {
  attendee: Pick<Attendee, "id" | "eventId">;
  /** True if the user may open the full activity. */
  isSuperAdmin: boolean;
}

/** One attendee's history, scans included, newest first (contract 2.activity). */
export function AttendeeHistory({ attendee: { id, eventId }, isSuperAdmin }: AttendeeHistoryProps) {
  const list = useInfiniteQuery(attendeeHistoryQuery(id, eventId));
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <Card className="flex flex-col gap-4">
      <CardTitle>{HISTORY_COPY.title}</CardTitle>
      {items ? (
        <>
          {items.length === 0 ? <p className="text-text-muted">{HISTORY_COPY.none}</p> : null}
          <ul className="-my-3 flex flex-col">
            {items.map((item) => (
              <li key={item.id} className="flex flex-col gap-1 border-t py-3 first:border-t-0">
                <Sentence parts={partsOf(item, id)} />
                <span className="text-sm text-text-muted tabular-nums">{noteOf(item)}</span>
              </li>
            ))}
          </ul>
          {list.isFetchNextPageError ? (
            <p role="alert" className="text-sm text-danger-text">
              {HISTORY_COPY.moreFailed}
            </p>
          ) : null}
          {list.hasNextPage ? (
            <Button
              variant="secondary"
              className="self-start"
              pending={list.isFetchingNextPage}
              pendingText={HISTORY_COPY.loadingMore}
              onClick={() => list.fetchNextPage({ cancelRefetch: false })}
            >
              {list.isFetchNextPageError ? HISTORY_COPY.again : HISTORY_COPY.more}
            </Button>
          ) : null}
          {isSuperAdmin ? (
            <ButtonLink variant="ghost" className="-ml-4 self-start" to={`/activity?attendeeId=${id}`}>
              <History />
              {HISTORY_COPY.inActivity}
            </ButtonLink>
          ) : null}
        </>
      ) : (
        <QueryView query={list} loading={HISTORY_COPY.loading} failed={HISTORY_COPY.fetchFailed} />
      )}
    </Card>
  );
}

/** Leaves out the link to the attendee whose page shows this card. */
function partsOf({ entry, scan }: AttendeeHistoryItem, id: number): Part[] {
  if (scan) return sentenceOfScan(scan);
  const parts = entry ? sentenceOf(entry) : [];
  return parts.map((part) =>
    typeof part === "object" && part.to === `/attendee-details/${id}` ? { name: part.name } : part,
  );
}

/** Time, address, and remarks about the door time. */
function noteOf({ at, entry, scan }: AttendeeHistoryItem): string {
  return [
    formatTimestamp(at),
    fromAddress(entry?.address ?? null),
    scan && sentLater(scan),
    scan?.isTimeUnsure ? DOOR_NOTES.timeUnsure : null,
  ]
    .filter(Boolean)
    .join(" · ");
}
