import type { UserSales } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import { Bar } from "@/features/analytics/bar";
import { revenueLabel, USERS_COPY } from "@/features/analytics/copy";
import { byTicketsSold, performanceOf } from "@/features/analytics/rules";
import { formatCount } from "@/lib/count";

const TONES = { high: "success", good: "accent", low: "neutral" } as const;

interface UsersCardProps {
  users: UserSales[];
  ticketsSold: number;
  /** All events. */
  ofAll: boolean;
}

function UserRow({ sales: { user, stats }, most }: { sales: UserSales; most: number }) {
  const performance = performanceOf(stats.totalSold);
  return (
    <li className="grid gap-x-6 gap-y-3 border-t px-5 py-4 sm:px-6 lg:grid-cols-4 lg:items-center">
      <div className="flex min-w-0 flex-col">
        <span dir="auto" className="wrap-anywhere font-medium">
          {user.fullName}
        </span>
        <span className="wrap-anywhere text-sm text-text-muted">
          {user.username} · {USERS_COPY.role[user.role]}
        </span>
      </div>
      <div className="flex flex-col gap-2 lg:col-span-2">
        <span className="flex items-baseline justify-between gap-4 tabular-nums">
          <span className="font-semibold">{USERS_COPY.sold(formatCount(stats.totalSold))}</span>
          <span className="font-semibold">{revenueLabel(stats.revenue)}</span>
        </span>
        <Bar part={stats.totalSold} whole={most} />
        {stats.totalSold === 0 ? null : (
          <span className="text-sm text-text-muted tabular-nums">
            {USERS_COPY.parts({
              paid: formatCount(stats.paidTickets),
              unpaid: formatCount(stats.unpaidTickets),
              complimentary: formatCount(stats.complimentaryTickets),
            })}
          </span>
        )}
      </div>
      <div className="lg:justify-self-end">
        <Badge tone={stats.totalSold === 0 ? "quiet" : TONES[performance]}>
          {USERS_COPY.badge[performance]}
        </Badge>
      </div>
    </li>
  );
}

/** Each user's sales, highest first, the rule of the badges, and the tickets without a seller (contract 2). */
export function UsersCard({ users, ticketsSold, ofAll }: UsersCardProps) {
  const ranked = byTicketsSold(users);
  const uncredited = ticketsSold - users.reduce((sum, { stats }) => sum + stats.totalSold, 0);
  return (
    <Card flush>
      <div className="flex flex-col gap-1 px-5 pt-5 pb-4 sm:px-6">
        <CardTitle>{USERS_COPY.heading}</CardTitle>
        <p className="text-sm text-text-muted">{USERS_COPY.rule(ofAll)}</p>
      </div>
      <ul>
        {ranked.map((sales) => (
          <UserRow key={sales.user.id} sales={sales} most={ranked[0]?.stats.totalSold ?? 0} />
        ))}
      </ul>
      {uncredited > 0 ? (
        <p className="border-t px-5 py-4 text-sm text-text-muted sm:px-6">
          {USERS_COPY.uncredited(formatCount(uncredited), uncredited === 1)}
        </p>
      ) : null}
    </Card>
  );
}
