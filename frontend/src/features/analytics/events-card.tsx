import { type ReactNode, useId, useState } from "react";
import type { EventSales } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import { EVENTS_COPY, OVERVIEW_COPY } from "@/features/analytics/copy";
import { EVENTS_AT_FIRST, EVENTS_MORE, isOwedKnown } from "@/features/analytics/rules";
import { formatCount } from "@/lib/count";
import { formatEventMoment } from "@/lib/event-date";
import { upcomingFirst } from "@/lib/event-day";
import { distinctiveVenue } from "@/lib/event-search";
import { formatMoney } from "@/lib/money";

const NUMBERS = [EVENTS_COPY.tickets, EVENTS_COPY.arrived, EVENTS_COPY.revenue, EVENTS_COPY.owed];

/** The sales of each event, whose name chooses it, upcoming ones first (contract 2.analytics.1141). */
export function EventsCard({ events, tonight }: { events: EventSales[]; tonight: string }) {
  const [limit, setLimit] = useState(EVENTS_AT_FIRST);
  const heading = useId();
  const sorted = upcomingFirst(
    events.map((sales) => ({ ...sales, date: sales.event.date })),
    tonight,
  );
  const left = sorted.length - limit;
  const listed = events.map(({ event }) => event);
  return (
    <Card aria-labelledby={heading} className="@container flex flex-col gap-3">
      <CardTitle id={heading}>{EVENTS_COPY.heading}</CardTitle>
      <table aria-labelledby={heading} className="w-full text-left tabular-nums">
        <thead className="text-sm text-text-muted @max-xl:sr-only">
          <tr className="border-b">
            {[EVENTS_COPY.event, EVENTS_COPY.date].map((label) => (
              <th key={label} scope="col" className="py-2 pr-4 font-medium">
                {label}
              </th>
            ))}
            {NUMBERS.map((label) => (
              <th key={label} scope="col" className="py-2 pl-4 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, limit).map((sales) => (
            <Row key={sales.event.id} sales={sales} venue={distinctiveVenue(sales.event, listed)} />
          ))}
        </tbody>
      </table>
      {left > 0 ? (
        <Button
          variant="secondary"
          className="sm:self-start print:hidden"
          onClick={() => setLimit((now) => now + EVENTS_MORE)}
        >
          {EVENTS_COPY.more(formatCount(left))}
        </Button>
      ) : null}
    </Card>
  );
}

interface RowProps {
  sales: EventSales;
  /** Identifies the event among others of the same name and moment; null where these do. */
  venue: string | null;
}

function Row({ sales: { event, ...sales }, venue }: RowProps) {
  const { outstandingCents, unpriced } = sales;
  return (
    <tr className="break-inside-avoid border-b last:border-0 @max-xl:grid @max-xl:grid-cols-2 @max-xl:gap-x-6 @max-xl:gap-y-2 @max-xl:py-3">
      <th
        scope="row"
        dir="auto"
        className="wrap-anywhere py-1 pr-4 font-medium @max-xl:col-span-full @max-xl:p-0"
      >
        <TextLink to={`/analytics?eventId=${event.id}`} className="inline-flex min-h-11 items-center">
          {event.name}
        </TextLink>
      </th>
      <td className="py-1 pr-4 text-text-muted @max-xl:col-span-full @max-xl:p-0">
        {formatEventMoment(event.date, event.time)}
        {venue === null ? null : ` · ${venue}`}
      </td>
      <Cell label={EVENTS_COPY.tickets}>{formatCount(sales.tickets)}</Cell>
      <Cell label={EVENTS_COPY.arrived}>{formatCount(sales.arrived)}</Cell>
      <Cell label={EVENTS_COPY.revenue}>{formatMoney(sales.revenueCents)}</Cell>
      <Cell label={EVENTS_COPY.owed}>
        {isOwedKnown(outstandingCents, unpriced) ? formatMoney(outstandingCents) : OVERVIEW_COPY.unknown}
        {unpriced > 0 ? (
          <span className="block text-sm text-text-muted">{EVENTS_COPY.withoutPrice(unpriced)}</span>
        ) : null}
      </Cell>
    </tr>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="py-1 pl-4 text-right @max-xl:flex @max-xl:flex-col @max-xl:p-0 @max-xl:text-left">
      <span aria-hidden="true" className="text-sm text-text-muted @xl:hidden">
        {label}
      </span>
      <span>{children}</span>
    </td>
  );
}
