import { useState } from "react";
import { Link } from "react-router";
import type { PaymentGroupSales, TableTickets, TypeTickets } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { TypeMark } from "@/components/ui/type-mark";
import { Bar } from "@/features/analytics/bar";
import { PAYMENTS_COPY, TABLES_COPY, TYPES_COPY } from "@/features/analytics/copy";
import { GuestsLink } from "@/features/analytics/guests-link";
import { TABLES_AT_FIRST, TABLES_MORE } from "@/features/analytics/rules";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";
import { formatMoney } from "@/lib/money";
import { guestsUrl } from "@/lib/url";

/** Tickets and arrivals of each table; the bar shows how full it is. */
export function TablesCard({ eventId, tables }: { eventId: number; tables: TableTickets[] }) {
  const [limit, setLimit] = useState(TABLES_AT_FIRST);
  const left = tables.length - limit;
  return (
    <Card className="flex flex-col gap-5">
      <CardTitle>{TABLES_COPY.heading}</CardTitle>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
        {tables.slice(0, limit).map(({ tableNumber, tickets, attended }) => (
          <li key={tableNumber} className="relative flex flex-col gap-2">
            <span className="font-medium tabular-nums">
              <GuestsLink
                eventId={eventId}
                filters={{ tableNumber }}
                count={tickets}
                label={TABLES_COPY.table(tableNumber)}
              />
            </span>
            <Bar part={attended} whole={tickets} />
            <span className="text-sm text-text-muted tabular-nums">
              {TABLES_COPY.attended(formatCount(attended), formatCount(tickets))}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button
          variant="secondary"
          className="sm:self-start print:hidden"
          onClick={() => setLimit((now) => now + TABLES_MORE)}
        >
          {TABLES_COPY.more(formatCount(left))}
        </Button>
      ) : null}
    </Card>
  );
}

/** Tickets, arrivals and revenue of each ticket type (contract 3.by-type). */
export function TypesCard({ eventId, types }: { eventId: number; types: TypeTickets[] }) {
  return (
    <Card className="flex flex-col gap-5">
      <CardTitle>{TYPES_COPY.heading}</CardTitle>
      <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {types.map(({ type, sold, arrived, revenueCents }) => (
          <li key={type?.id ?? 0} className="relative flex min-w-0 flex-col gap-2">
            <span className="flex items-center justify-between gap-3 font-medium">
              {type ? (
                <GuestsLink
                  eventId={eventId}
                  filters={{ ticketTypeId: type.id }}
                  count={sold}
                  label={<TypeMark type={type} wraps />}
                />
              ) : (
                TYPES_COPY.none
              )}
              <span className="tabular-nums">{formatMoney(revenueCents)}</span>
            </span>
            <Bar part={arrived} whole={sold} />
            <span className="text-sm text-text-muted tabular-nums">
              {TYPES_COPY.sold(formatCount(arrived), formatCount(sold))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const TONES = { paid: "success", complimentary: "neutral", owed: "warning" } as const;

interface PaymentsCardProps {
  /** Null for all events. */
  eventId: number | null;
  payments: PaymentGroupSales[];
  /** A hint about the single event's view, if the groups take the full width. */
  hint?: string;
}

/** Tickets and sums of each payment group; bars show its share, as in the overview. */
export function PaymentsCard({ eventId, payments, hint }: PaymentsCardProps) {
  const all = payments.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card className="flex flex-col gap-5">
      <CardTitle>{PAYMENTS_COPY.heading}</CardTitle>
      <ul className={classes("grid gap-5", hint && "sm:grid-cols-3 sm:gap-6")}>
        {payments.map((sales) => (
          <li key={sales.group}>
            {sales.group === "owed" && sales.count > 0 ? (
              <Link
                to={guestsUrl(eventId, { paymentGroup: "owed" })}
                className="-m-2 block rounded-md p-2 transition-colors hover:bg-surface-muted"
              >
                <Group sales={sales} all={all} linked />
              </Link>
            ) : (
              <Group sales={sales} all={all} />
            )}
          </li>
        ))}
      </ul>
      {hint ? <p className="text-sm text-text-muted print:hidden">{hint}</p> : null}
    </Card>
  );
}

function Group({ sales, all, linked }: { sales: PaymentGroupSales; all: number; linked?: boolean }) {
  const { group, count } = sales;
  return (
    <div className="flex flex-col gap-2">
      <span className="flex items-baseline justify-between gap-4">
        <span className={classes("font-medium", linked && "underline underline-offset-4")}>
          {PAYMENTS_COPY.groups[group]}
        </span>
        <span className="font-semibold tabular-nums">
          {PAYMENTS_COPY.tickets(formatCount(count), count === 1)}
        </span>
      </span>
      <Bar part={count} whole={all} tone={TONES[group]} />
      <span className="text-sm text-text-muted tabular-nums">{PAYMENTS_COPY.sums(sales)}</span>
    </div>
  );
}
