import { useRef, useState } from "react";
import type { Attendee } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { DescriptionItem } from "@/components/ui/description-item";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { useChangeAttendance } from "@/features/attendees/api";
import { AttendanceBadge } from "@/features/attendees/attendance-badge";
import { DETAILS_COPY } from "@/features/attendees/details/copy";
import {
  type CapacityUse,
  type EventLimits,
  useEventCapacity,
} from "@/features/attendees/details/use-event-capacity";
import { useIsMounted } from "@/hooks/use-is-mounted";
import { formatTimestamp } from "@/lib/event-date";

interface AttendanceCardProps {
  attendee: Attendee;
  userId: number;
  /** The attendee's event; undefined while loading. */
  event: EventLimits | undefined;
  /** Resolves with undefined if the event cannot be loaded. */
  readEvent: () => Promise<EventLimits | undefined>;
}

const Question = lazyComponent(async () => (await import("@/components/ui/question")).Question);

/** Attendance with one-tap changes, so that a wrong check-in is undone by one tap too (contract 4). */
export function AttendanceCard({ attendee, userId, event, readEvent }: AttendanceCardProps) {
  const capacity = useEventCapacity({ attendee, event, readEvent });
  const isMounted = useIsMounted();
  const begun = useRef(0);
  const change = useChangeAttendance(attendee.id, {
    onChanged: async (message, isPresent) => {
      if (!isPresent || !isMounted()) return toast(DETAILS_COPY.marked(message, null));
      const counted = begun.current;
      const full = await capacity.readFull();
      // A late toast must not replace one of a newer change or of the next guest.
      if (counted === begun.current && isMounted()) toast(DETAILS_COPY.marked(message, full));
    },
    onFailed: (error) => showFailure(error, DETAILS_COPY.markFailure),
  });
  const { attended, attendedAt, scanner } = attendee;
  const by = DETAILS_COPY.letInBy(attendee);
  const presence = DETAILS_COPY.presence(attendee, event?.countsExits ?? false);
  const wanted = change.isPending ? change.variables.attended : null;

  const [isChecking, setChecking] = useState(false);
  /** The numbers that the question names; null without a question. */
  const [full, setFull] = useState<CapacityUse | null>(null);

  function setAttended(next: boolean, how: { anyway?: true } = {}) {
    begun.current += 1;
    change.mutate({ attended: next, ...how, scannedBy: userId });
  }

  async function markPresent() {
    setChecking(true);
    const refusal = await capacity.readRefusal();
    setChecking(false);
    if (refusal === null) setAttended(true);
    else setFull(refusal);
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
      {capacity.current ? (
        <p className="text-sm text-text-muted tabular-nums">{DETAILS_COPY.capacityUse(capacity.current)}</p>
      ) : null}
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
