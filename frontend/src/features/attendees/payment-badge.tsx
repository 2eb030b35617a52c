import type { Attendee } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { MANAGE_COPY } from "@/features/attendees/list/copy";

const GROUPS = {
  paid: { tone: "success", word: MANAGE_COPY.paid },
  complimentary: { tone: "neutral", word: MANAGE_COPY.free },
  owed: { tone: "warning", word: null },
} as const;

/** contract 2: Paid, Free for complimentary, otherwise the status as it was typed. */
export function PaymentBadge({
  attendee: { paymentGroup, paymentStatus },
}: {
  attendee: Pick<Attendee, "paymentGroup" | "paymentStatus">;
}) {
  const { tone, word } = GROUPS[paymentGroup];
  return (
    <Badge tone={tone}>
      <span className="truncate">{word ?? paymentStatus}</span>
    </Badge>
  );
}
