import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Attendee, ManyChanges, PreviewOfMany } from "@/api/types";
import { changePreviewQuery } from "@/features/attendees/list/api";
import { PREVIEW_DELAY_MS } from "@/features/attendees/rules";
import { useDebouncedValue } from "@/hooks/use-debounced-value";

/**
 * The sums paid and owed before and after a change of these attendees; null where it changes none, and if that fails.
 * While they are read, `isReading` is true, and the preview that of the change before.
 */
export function useChangePreview(
  attendees: readonly Attendee[],
  changes: ManyChanges,
): { preview: PreviewOfMany | undefined; isReading: boolean } | null {
  // A table changes no sum.
  const paid = JSON.stringify({ ...changes, tableNumber: undefined });
  const asked = attendees.length > 0 && paid !== "{}" ? paid : "";
  const settled = useDebouncedValue(asked, PREVIEW_DELAY_MS);
  const { data, isPending, isPlaceholderData } = useQuery({
    ...changePreviewQuery(JSON.parse(settled || "{}") as ManyChanges, attendees),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
  });
  if (asked === "") return null;
  const isReading = asked !== settled || isPending || isPlaceholderData;
  return isReading || data ? { preview: data, isReading } : null;
}
