import { useQuery } from "@tanstack/react-query";
import { Check, Circle } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { Attendee, Event } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { DescriptionItem } from "@/components/ui/description-item";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { eventFiguresQuery, useChangeAttendance } from "@/features/attendees/api";
import { DETAILS_COPY } from "@/features/attendees/details/copy";
import { fullnessOf } from "@/lib/capacity";
import { formatTimestamp } from "@/lib/event-date";

interface AttendanceCardProps {
  attendee: Attendee;
  userId: number;
  /** The attendee's event; undefined while loading, null if it cannot be loaded. */
  event: Pick<Event, "capacity" | "countsExits" | "stopsAtCapacity"> | null | undefined;
}

const Question = lazyComponent(async () => (await import("@/components/ui/question")).Question);

/** The capacity of an event that refuses guests now; null if this one may come in, undefined while loading. */
function useFullEvent({ eventId, attended }: Attendee, event: AttendanceCardProps["event"]) {
  const capacity = event?.stopsAtCapacity ? event.capacity : null;
  const figures = useQuery({ ...eventFiguresQuery(eventId), enabled: capacity !== null && !attended });
  const { data } = figures;
  if (event === undefined || figures.isLoading) return undefined;
  if (capacity === null || !data || attended) return null;
  return fullnessOf(data.inside ?? data.attended, capacity) === "full" ? capacity : null;
}

/** Attendance with one-tap changes, so that a wrong check-in is undone by one tap too (contract 4). */
export function AttendanceCard({ attendee, userId, event }: AttendanceCardProps) {
  const change = useChangeAttendance(attendee.id, {
    onChanged: (message) => toast(DETAILS_COPY.marked(message)),
    onFailed: (error) => showFailure(error, DETAILS_COPY.markFailure),
  });
  const { attended, attendedAt, scanner } = attendee;
  const by = DETAILS_COPY.letInBy(attendee);
  const presence = DETAILS_COPY.presence(attendee, event?.countsExits ?? false);
  const wanted = change.isPending ? change.variables.attended : null;

  const full = useFullEvent(attendee, event);
  const [isAsking, setAsking] = useState(false);
  const [isChecking, setChecking] = useState(false);

  const setAttended = (next: boolean) => change.mutate({ attended: next, scannedBy: userId });
  const markUnlessFull = useEffectEvent(() => {
    setChecking(false);
    if (full) setAsking(true);
    else setAttended(true);
  });
  const isKnown = full !== undefined;
  useEffect(() => {
    if (isChecking && isKnown) markUnlessFull();
  }, [isChecking, isKnown]);

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <CardTitle>{DETAILS_COPY.attendance}</CardTitle>
        <Badge tone={attended ? "success" : "neutral"}>
          {attended ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
          {attended ? DETAILS_COPY.present : DETAILS_COPY.absent}
        </Badge>
      </div>
      {attendedAt || scanner ? (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
          {attendedAt ? (
            <DescriptionItem label={DETAILS_COPY.checkedInAt}>{formatTimestamp(attendedAt)}</DescriptionItem>
          ) : null}
          {scanner ? <DescriptionItem label={DETAILS_COPY.scannedBy}>{by}</DescriptionItem> : null}
        </dl>
      ) : null}
      {presence ? <p className="font-medium tabular-nums">{presence}</p> : null}
      <div className="grid grid-cols-2 gap-3">
        {/* The available action is prominent, the current state is not. */}
        <Button
          variant={attended ? "ghost" : "primary"}
          onClick={() => setChecking(true)}
          disabled={attended || change.isPending}
          pending={wanted === true || isChecking}
          pendingText={DETAILS_COPY.marking}
        >
          {DETAILS_COPY.markPresent}
        </Button>
        <Button
          variant={attended ? "secondary" : "ghost"}
          onClick={() => setAttended(false)}
          disabled={!attended || change.isPending}
          pending={wanted === false}
          pendingText={DETAILS_COPY.marking}
        >
          {DETAILS_COPY.markAbsent}
        </Button>
      </div>
      {isAsking && full ? (
        <Question
          {...DETAILS_COPY.full(full)}
          variant="primary"
          onCancel={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false);
            setAttended(true);
          }}
        />
      ) : null}
    </Card>
  );
}
