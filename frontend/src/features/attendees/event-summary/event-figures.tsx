import type { ReactNode } from "react";
import type { EventFigures } from "@/api/types";
import { CapacityNote } from "@/components/ui/capacity-note";
import { type Retried, TryAgain } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import {
  EVENING_COPY,
  missingLabel,
  overbookedLabel,
  owedLabel,
} from "@/features/attendees/event-summary/copy";
import type { EveningTone } from "@/features/attendees/event-summary/tones";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";
import type { EventPhase } from "@/lib/event-day";
import { guestsUrl } from "@/lib/url";

const UNKNOWN = "–";

interface EveningFiguresProps {
  eventId: number;
  /** Undefined while loading: dashes keep their place, so that nothing moves. */
  figures: EventFigures | undefined;
  /** Null where exits are not counted. */
  inside: number | null | undefined;
  capacity: number | null;
  /** The door's rule for a full event; null while there is room. */
  whenFull: string | null;
  /** The share of the capacity once the event is nearly full, 0 to 1; null before. */
  filled: number | null;
  /** The colour of the bar, and the frame of the number that counts against the capacity. */
  bar: string;
  frame: string;
  when: EventPhase;
  tone: EveningTone;
  failure: Retried | null;
}

/** 'Arrived 87 of 175' and 'Inside 60' in large type, with missing guests and the amount owed beneath. */
export function EveningFigures({
  eventId,
  figures,
  inside,
  capacity,
  whenFull,
  filled,
  bar,
  frame,
  when,
  tone,
  failure,
}: EveningFiguresProps) {
  const { attended = 0, tickets = 0 } = figures ?? {};
  const arrived = tickets === 0 ? 0 : attended / tickets;
  const limit = <CapacityNote capacity={capacity} eventId={eventId} />;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-x-10 gap-y-3">
        <Count
          label={EVENING_COPY.arrived}
          count={figures?.attended}
          tone={tone}
          frame={inside === null ? frame : ""}
        >
          {EVENING_COPY.of(figures ? formatCount(tickets) : UNKNOWN)}
          {inside === null ? limit : null}
        </Count>
        {inside === null ? null : (
          <Count label={EVENING_COPY.inside} count={inside} tone={tone} frame={frame}>
            {limit}
          </Count>
        )}
      </div>
      {whenFull ? <p className="font-medium">{whenFull}</p> : null}
      <div aria-hidden="true" className={classes("h-2 overflow-hidden rounded-full", tone.track)}>
        <div
          className={classes("h-full rounded-full transition-[width] duration-150", bar)}
          style={{ width: `${(filled ?? arrived) * 100}%` }}
        />
      </div>
      {failure ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{EVENING_COPY.failed}</p>
          <TryAgain query={failure} />
        </div>
      ) : (
        <p className="flex min-h-14 flex-col text-lg tabular-nums @md:min-h-7 @md:flex-row @md:flex-wrap @md:justify-between @md:gap-x-6">
          {figures ? (
            <>
              <span>
                <GuestsLink to={figures.attended < tickets && guestsUrl(eventId, { attended: false })}>
                  {missingLabel(figures, when)}
                </GuestsLink>
                {overbookedLabel(figures, when, capacity)}
              </span>
              <span className={figures.owedCents === 0 ? tone.muted : classes("font-medium", tone.owed)}>
                <GuestsLink to={figures.owedCents !== 0 && guestsUrl(eventId, { paymentGroup: "owed" })}>
                  {owedLabel(figures)}
                </GuestsLink>
              </span>
            </>
          ) : null}
        </p>
      )}
    </div>
  );
}

/** A figure that leads to its guests; plain text where there are none. */
function GuestsLink({ to, children }: { to: string | false; children: ReactNode }) {
  if (!to) return <span>{children}</span>;
  return (
    <TextLink to={to} className="-my-2 w-fit py-2">
      {children}
    </TextLink>
  );
}

interface CountProps {
  label: string;
  count: number | undefined;
  tone: EveningTone;
  frame: string;
  children?: ReactNode;
}

function Count({ label, count, tone, frame, children }: CountProps) {
  return (
    <p data-key-text className={classes("w-fit tabular-nums", frame)}>
      <span className={classes("block text-lg", tone.muted)}>{label} </span>
      <span key={count ?? 0} className="inline-block animate-rise font-semibold text-evening">
        {count === undefined ? UNKNOWN : formatCount(count)}
      </span>
      {children ? <span className={classes("text-xl @3xl:text-2xl", tone.muted)}> {children}</span> : null}
    </p>
  );
}
