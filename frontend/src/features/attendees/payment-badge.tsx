import type { Attendee } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { ROW_COPY } from "@/features/attendees/row-copy";

const GROUPS = {
  paid: { tone: "success", word: ROW_COPY.paid },
  complimentary: { tone: "neutral", word: ROW_COPY.free },
  owed: { tone: "warning", word: null },
} as const;

interface PaymentBadgeProps {
  attendee: Pick<Attendee, "paymentGroup" | "paymentStatus">;
}

/** contract 2: Paid, Free for complimentary, otherwise the status as it was typed. */
export function PaymentBadge({ attendee: { paymentGroup, paymentStatus } }: PaymentBadgeProps) {
  const { tone, word } = GROUPS[paymentGroup];
  return (
    <Badge tone={tone}>
      <span className="truncate">{word ?? paymentStatus}</span>
    </Badge>
  );
}
