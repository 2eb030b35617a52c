import { useQuery } from "@tanstack/react-query";
import type { Attendee } from "@/api/types";
import { selectedQuery } from "@/features/attendees/api";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { useEverybodySelected } from "@/features/attendees/list/use-everybody-selected";
import type { HeldSelection } from "@/features/attendees/list/use-selection";
import { CHANGED_PER_REQUEST_MAX } from "@/features/attendees/rules";

/** The selected attendees, which are read if they are not loaded; none until then, and if that fails. */
export function useSelectedAttendees(
  { selection, selected: count, known }: HeldSelection,
  filters: AttendeeFilters,
): readonly Attendee[] {
  const everybody = useEverybodySelected(filters);
  const read = useQuery({
    ...selectedQuery(count, () => everybody.read(selection)),
    enabled: known.length < count && count <= CHANGED_PER_REQUEST_MAX,
    gcTime: 0,
  });
  return known.length === count ? known : (read.data ?? []);
}
