import type { Attendee } from "@/api/types";
import { factsOf } from "@/features/attendees/list/copy";

/** Events, attendance and sums of selected attendees; nothing without any. */
export function SelectionFacts({ attendees }: { attendees: readonly Attendee[] }) {
  return <p className="text-sm text-text-muted tabular-nums empty:hidden">{factsOf(attendees)}</p>;
}
