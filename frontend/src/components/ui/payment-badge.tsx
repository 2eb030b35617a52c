import type { Attendee } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { formatMoney } from "@/lib/money";

const GROUPS = {
  paid: { tone: "success", word: "Paid" },
  complimentary: { tone: "neutral", word: "Free" },
  owed: { tone: "warning", word: null },
} as const;

interface PaymentBadgeProps {
  attendee: Pick<Attendee, "paymentGroup" | "paymentStatus"> & Partial<Pick<Attendee, "owedCents">>;
  showsOwed?: boolean;
}

/** Paid, Free for complimentary tickets, otherwise the status as typed (contract 2). */
export function PaymentBadge({ attendee, showsOwed = false }: PaymentBadgeProps) {
  const { paymentGroup, paymentStatus, owedCents } = attendee;
  const { tone, word } = GROUPS[paymentGroup];
  return (
    <Badge tone={tone}>
      <span className="truncate first-letter:uppercase">{word ?? paymentStatus}</span>
      {showsOwed && owedCents ? (
        <span className="shrink-0 tabular-nums">{formatMoney(owedCents)}</span>
      ) : null}
    </Badge>
  );
}
