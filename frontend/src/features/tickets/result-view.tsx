import type { TicketFace } from "@/features/tickets/ticket-face";
import { TicketResult } from "@/features/tickets/ticket-result";
import { TicketResults } from "@/features/tickets/ticket-results";

interface ResultViewProps {
  /** Must be stable while the same tickets are shown. */
  faces: readonly TicketFace[];
  /** URL of the page that prints these tickets. */
  printAddress: string;
  onAddAnother: () => void;
}

/** The registered tickets, one or several (contract 2). */
export function ResultView({ faces, printAddress, onAddAnother }: ResultViewProps) {
  const [first] = faces;
  return first && faces.length === 1 ? (
    <TicketResult face={first} onAddAnother={onAddAnother} />
  ) : (
    <TicketResults faces={faces} printAddress={printAddress} onAddAnother={onAddAnother} />
  );
}
