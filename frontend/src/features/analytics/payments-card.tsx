import type { PaymentGroupSales } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { Bar } from "@/features/analytics/bar";
import { PAYMENTS_COPY, revenueLabel } from "@/features/analytics/copy";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";

const TONES = { paid: "success", complimentary: "neutral", owed: "warning" } as const;

interface PaymentsCardProps {
  payments: PaymentGroupSales[];
  /** A hint about the single event's view, if the groups take the full width. */
  hint?: string;
}

/** Tickets and revenue of each payment group; bars show its share, as in the overview. */
export function PaymentsCard({ payments, hint }: PaymentsCardProps) {
  const all = payments.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card className="flex flex-col gap-5">
      <CardTitle>{PAYMENTS_COPY.heading}</CardTitle>
      <ul className={classes("grid gap-5", hint && "sm:grid-cols-3 sm:gap-6")}>
        {payments.map(({ group, count, revenue, partial }) => (
          <li key={group} className="flex flex-col gap-2">
            <span className="flex items-baseline justify-between gap-4">
              <span className="font-medium">{PAYMENTS_COPY.groups[group]}</span>
              <span className="font-semibold tabular-nums">
                {PAYMENTS_COPY.tickets(formatCount(count), count === 1)}
              </span>
            </span>
            <Bar part={count} whole={all} tone={TONES[group]} />
            <span className="text-sm text-text-muted tabular-nums">
              {PAYMENTS_COPY.taken(revenueLabel(revenue))}
            </span>
            {partial && partial.count > 0 ? (
              <span className="text-sm text-text-muted tabular-nums">{PAYMENTS_COPY.partial(partial)}</span>
            ) : null}
          </li>
        ))}
      </ul>
      {hint ? <p className="text-sm text-text-muted">{hint}</p> : null}
    </Card>
  );
}
