import type { Attendee } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { ROW_COPY } from "@/features/attendees/row-copy";
import { formatAud } from "@/lib/money";

const GROUPS = {
  paid: { tone: "success", word: ROW_COPY.paid },
  complimentary: { tone: "neutral", word: ROW_COPY.free },
  owed: { tone: "warning", word: null },
} as const;

interface PaymentBadgeProps {
  attendee: Pick<Attendee, "paymentGroup" | "paymentStatus"> & Partial<Pick<Attendee, "owedCents">>;
  /** Beside the status, what is still owed. */
  showsOwed?: boolean;
}

/** contract 2: Paid, Free for complimentary, otherwise the status as it was typed. */
export function PaymentBadge({ attendee, showsOwed = false }: PaymentBadgeProps) {
  const { paymentGroup, paymentStatus, owedCents } = attendee;
  const { tone, word } = GROUPS[paymentGroup];
  return (
    <Badge tone={tone}>
      <span className="truncate">{word ?? paymentStatus}</span>
      {showsOwed && owedCents ? <span className="shrink-0 tabular-nums">{formatAud(owedCents)}</span> : null}
    </Badge>
  );
}
