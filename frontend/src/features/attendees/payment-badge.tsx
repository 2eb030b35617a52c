import type { Attendee } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { MANAGE_COPY } from "@/features/attendees/list/copy";

const GROUPS = {
  paid: { tone: "success", word: MANAGE_COPY.paid },
  complimentary: { tone: "neutral", word: MANAGE_COPY.free },
  owed: { tone: "warning", word: null },
} as const;

interface PaymentBadgeProps {
  attendee: Pick<Attendee, "paymentGroup" | "paymentStatus">;
  /** In a long list, where only what is owed stands out. */
  quiet?: boolean;
}

/** contract 2: Paid, Free for complimentary, otherwise the status as it was typed. */
export function PaymentBadge({
  attendee: { paymentGroup, paymentStatus },
  quiet = false,
}: PaymentBadgeProps) {
  const { tone, word } = GROUPS[paymentGroup];
  if (quiet && word) return <span className="text-sm text-text-muted md:px-3">{word}</span>;
  return (
    <Badge tone={tone}>
      <span className="truncate">{word ?? paymentStatus}</span>
    </Badge>
  );
}
