import type { TypeTickets } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { TypeMark } from "@/components/ui/type-mark";
import { Bar } from "@/features/analytics/bar";
import { TYPES_COPY } from "@/features/analytics/copy";
import { GuestsLink } from "@/features/analytics/guests-link";
import { formatCount } from "@/lib/count";
import { formatMoney } from "@/lib/money";

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
