import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Attendee, Event } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { DescriptionItem } from "@/components/ui/description-item";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { eventFiguresQuery, useChangeAttendance } from "@/features/attendees/api";
import { AttendanceBadge } from "@/features/attendees/attendance-badge";
import { DETAILS_COPY } from "@/features/attendees/details/copy";
import { fullnessOf } from "@/lib/capacity";
import { formatTimestamp } from "@/lib/event-date";

type EventLimits = Pick<Event, "capacity" | "countsExits" | "stopsAtCapacity">;

interface AttendanceCardProps {
  attendee: Attendee;
  userId: number;
  /** The attendee's event; undefined while loading. */
  event: EventLimits | undefined;
  /** Resolves with undefined if the event cannot be loaded. */
  readEvent: () => Promise<EventLimits | undefined>;
}

const Question = lazyComponent(async () => (await import("@/components/ui/question")).Question);

/** Reads the capacity of an event that refuses guests now; null if this one may come in. */
function useReadFullCapacity({ attendee, event, readEvent }: Omit<AttendanceCardProps, "userId">) {
  const queryClient = useQueryClient();
  const figuresQuery = eventFiguresQuery(attendee.eventId);
  // Before they are needed, so that nobody waits for them.
  useQuery({ ...figuresQuery, enabled: Boolean(event?.stopsAtCapacity) && !attendee.attended });
  return async () => {
    const { stopsAtCapacity, capacity } = (await readEvent()) ?? {};
    const figures = stopsAtCapacity ? await queryClient.fetchQuery(figuresQuery).catch(() => null) : null;
    if (!figures || !capacity) return null;
    return fullnessOf(figures.inside ?? figures.attended, capacity) === "full" ? capacity : null;
  };
}

/** Attendance with one-tap changes, so that a wrong check-in is undone by one tap too (contract 4). */
export function AttendanceCard({ attendee, userId, event, readEvent }: AttendanceCardProps) {
  const change = useChangeAttendance(attendee.id, {
    onChanged: (message) => toast(DETAILS_COPY.marked(message)),
    onFailed: (error) => showFailure(error, DETAILS_COPY.markFailure),
  });
  const { attended, attendedAt, scanner } = attendee;
  const by = DETAILS_COPY.letInBy(attendee);
  const presence = DETAILS_COPY.presence(attendee, event?.countsExits ?? false);
  const wanted = change.isPending ? change.variables.attended : null;

  const readFullCapacity = useReadFullCapacity({ attendee, event, readEvent });
  const [isChecking, setChecking] = useState(false);
  /** The capacity that the question names; null without a question. */
  const [full, setFull] = useState<number | null>(null);

  const setAttended = (next: boolean, how: { anyway?: true } = {}) =>
    change.mutate({ attended: next, ...how, scannedBy: userId });

  async function markPresent() {
    setChecking(true);
    const capacity = await readFullCapacity();
    setChecking(false);
    if (capacity === null) setAttended(true);
    else setFull(capacity);
  }

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <CardTitle>{DETAILS_COPY.attendance}</CardTitle>
        <AttendanceBadge attended={attended} />
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
          onClick={markPresent}
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
      {full !== null ? (
        <Question
          {...DETAILS_COPY.full(full)}
          variant="primary"
          onCancel={() => setFull(null)}
          onSubmit={() => {
            setFull(null);
            setAttended(true, { anyway: true });
          }}
        />
      ) : null}
    </Card>
  );
}
