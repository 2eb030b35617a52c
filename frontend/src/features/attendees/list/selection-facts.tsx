import type { Attendee } from "@/api/types";
import { factsOf } from "@/features/attendees/list/copy";

interface SelectionFactsProps {
  attendees: readonly Attendee[];
  hasSums?: boolean;
}

/** Events, attendance and sums of selected attendees; nothing without any. */
export function SelectionFacts({ attendees, hasSums = true }: SelectionFactsProps) {
  return <p className="text-sm text-text-muted tabular-nums empty:hidden">{factsOf(attendees, hasSums)}</p>;
}
