import type { Event, Overview } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import type { Figures } from "@/features/analytics/api";
import { Bar, type BarTone } from "@/features/analytics/bar";
import { OVERVIEW_COPY, revenueLabel } from "@/features/analytics/copy";
import { GuestsLink } from "@/features/analytics/guests-link";
import { capacityUse, isOwedKnown, percentOf } from "@/features/analytics/rules";
import { formatCount } from "@/lib/count";
import { isOver } from "@/lib/event-day";
import type { GuestFilters } from "@/lib/url";

/** The guests that a number counts, for a link to them. */
interface Guests {
  eventId: number | null;
  filters?: GuestFilters;
  count: number;
}

interface FigureProps {
  label: string;
  guests?: Guests | undefined;
  value: string;
  /** A definition of the value, or a note about values not included. */
  note?: string | undefined;
}

function Figure({ label, value, note, guests }: FigureProps) {
  return (
    <div className="relative flex items-baseline justify-between gap-4 sm:flex-col sm:justify-start sm:gap-1">
      <dt className="text-sm text-text-muted">{guests ? <GuestsLink {...guests} label={label} /> : label}</dt>
      <dd className="shrink-0 text-right font-semibold text-lg tabular-nums sm:shrink sm:wrap-anywhere sm:text-left sm:text-2xl">
        {value}
        {note ? <span className="block font-normal text-sm text-text-muted">{note}</span> : null}
      </dd>
    </div>
  );
}

const OWING = { paymentGroup: "owed" } as const;

/** The amount still owed; unknown for tickets without a price. */
function Outstanding({ eventId, overview }: { eventId: number | null; overview: Overview }) {
  const { totalOutstanding, unpricedTickets, unpaidTickets } = overview;
  const isKnown = isOwedKnown(totalOutstanding, unpricedTickets);
  const unpriced = unpricedTickets > 0 ? OVERVIEW_COPY.unpriced(unpricedTickets) : undefined;
  return (
    <Figure
      label={OVERVIEW_COPY.outstanding}
      value={isKnown ? revenueLabel(totalOutstanding) : OVERVIEW_COPY.unknown}
      guests={{ eventId, filters: OWING, count: totalOutstanding + unpricedTickets > 0 ? unpaidTickets : 0 }}
      note={isKnown && unpriced ? `and ${unpriced}` : unpriced}
    />
  );
}

type CapacityProps = Pick<OverviewCardProps, "overview" | "presence" | "tonight"> & { event: Event };

function Capacity({ event, overview, presence, tonight }: CapacityProps) {
  if (event.capacity === null) return null;
  const use = capacityUse(event, event.capacity, overview, presence?.inside ?? null, tonight);
  const countedAs = OVERVIEW_COPY.countedAs[use.countedAs];
  return (
    <Figure
      label={OVERVIEW_COPY.capacity}
      value={OVERVIEW_COPY.ofCapacity(use.people, event.capacity)}
      note={use.label === null ? countedAs : `${countedAs} · ${use.label}`}
    />
  );
}

interface ShareProps {
  label: string;
  part: number;
  whole: number;
  tone: BarTone;
  guests?: Omit<Guests, "count">;
}

function Share({ label, part, whole, tone, guests }: ShareProps) {
  return (
    <div className="relative flex flex-col gap-2">
      <dt className="text-sm text-text-muted">
        {guests ? <GuestsLink {...guests} count={part} label={label} /> : label}
      </dt>
      <dd className="flex flex-col gap-2">
        <span className="flex items-baseline justify-between gap-2 tabular-nums">
          <span className="font-semibold text-lg">{formatCount(part)}</span>
          <span className="text-sm text-text-muted">{OVERVIEW_COPY.share(percentOf(part, whole))}</span>
        </span>
        <Bar part={part} whole={whole} tone={tone} />
      </dd>
    </div>
  );
}

interface OverviewCardProps {
  /** Null for all events. */
  eventId: number | null;
  overview: Overview;
  presence: Figures["presence"];
  /** Undefined for all events, while they load, and for a deleted one. */
  event: Event | undefined;
  tonight: string;
}

/** Totals; paid, unpaid, complimentary and scanned as shares of all tickets (contract 3). */
export function OverviewCard({ eventId, overview, presence, event, tonight }: OverviewCardProps) {
  const whole = overview.totalTicketsSold;
  // Guests of an event that is not over may still come.
  const lasts = event !== undefined && !isOver(event, tonight);
  const notArrived = lasts ? whole - overview.scannedTickets : overview.noShows;
  return (
    <Card className="flex break-inside-avoid flex-col gap-6">
      <CardTitle>{OVERVIEW_COPY.heading}</CardTitle>
      <dl className="grid gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        <Figure
          label={OVERVIEW_COPY.totalTicketsSold}
          value={formatCount(whole)}
          guests={{ eventId, count: whole }}
        />
        <Figure label={OVERVIEW_COPY.totalRevenue} value={revenueLabel(overview.totalRevenue)} />
        <Outstanding eventId={eventId} overview={overview} />
        <Figure
          label={OVERVIEW_COPY.notArrived}
          value={formatCount(notArrived)}
          note={eventId === null ? OVERVIEW_COPY.notArrivedOfAll : undefined}
          // The list has no filter for events that are over.
          guests={eventId === null ? undefined : { eventId, filters: { attended: false }, count: notArrived }}
        />
        {event ? <Capacity {...{ event, overview, presence, tonight }} /> : null}
        {presence?.inside == null ? null : (
          <Figure
            label={OVERVIEW_COPY.inside}
            value={formatCount(presence.inside)}
            note={OVERVIEW_COPY.countedAs.inside}
          />
        )}
        {presence?.left == null ? null : (
          <Figure
            label={OVERVIEW_COPY.left}
            value={formatCount(presence.left)}
            note={OVERVIEW_COPY.leftMeans}
          />
        )}
        <Figure label={OVERVIEW_COPY.totalEvents} value={formatCount(overview.totalEvents)} />
        <Figure label={OVERVIEW_COPY.activeUsers} value={formatCount(overview.activeUsers)} />
      </dl>
      <dl className="grid grid-cols-2 gap-6 border-t pt-6 lg:grid-cols-4">
        <Share label={OVERVIEW_COPY.paid} part={overview.paidTickets} whole={whole} tone="success" />
        <Share
          label={OVERVIEW_COPY.unpaid}
          part={overview.unpaidTickets}
          whole={whole}
          tone="warning"
          guests={{ eventId, filters: OWING }}
        />
        <Share
          label={OVERVIEW_COPY.complimentary}
          part={overview.complimentaryTickets}
          whole={whole}
          tone="neutral"
        />
        <Share
          label={OVERVIEW_COPY.scanned}
          part={overview.scannedTickets}
          whole={whole}
          tone="accent"
          guests={{ eventId, filters: { attended: true } }}
        />
      </dl>
    </Card>
  );
}
