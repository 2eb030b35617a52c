import { useState } from "react";
import type { TableTickets } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Bar } from "@/features/analytics/bar";
import { TABLES_COPY } from "@/features/analytics/copy";
import { GuestsLink } from "@/features/analytics/guests-link";
import { TABLES_AT_FIRST, TABLES_MORE } from "@/features/analytics/rules";
import { formatCount } from "@/lib/count";

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
