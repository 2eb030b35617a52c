import { Link } from "react-router";
import type { PaymentGroupSales } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { Bar } from "@/features/analytics/bar";
import { PAYMENTS_COPY } from "@/features/analytics/copy";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";
import { guestsUrl } from "@/lib/url";

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
