import { useQuery } from "@tanstack/react-query";
import { selectedQuery } from "@/features/attendees/api";
import { factsOf } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";
import type { HeldSelection } from "@/features/attendees/list/use-selection";
import { CHANGED_PER_REQUEST_MAX } from "@/features/attendees/rules";

interface SelectionFactsProps {
  choice: HeldSelection;
  filters: AttendeeFilters;
}

/** Events, attendance and sums of a selection, which is read if it is not loaded; nothing if that fails. */
export function SelectionFacts({
  choice: { selection, selected: count, known },
  filters,
}: SelectionFactsProps) {
  const everybody = useEverybodySelected(filters);
  const read = useQuery({
    ...selectedQuery(count, () => everybody.read(selection)),
    enabled: known.length < count && count <= CHANGED_PER_REQUEST_MAX,
    gcTime: 0,
  });
  const attendees = known.length === count ? known : (read.data ?? []);
  return <p className="text-sm text-text-muted tabular-nums empty:hidden">{factsOf(attendees)}</p>;
}
