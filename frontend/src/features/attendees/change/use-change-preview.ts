import { useQuery } from "@tanstack/react-query";
import type { Attendee, ManyChanges, PreviewOfMany } from "@/api/types";
import { changePreviewQuery } from "@/features/attendees/list/api";
import { PREVIEW_DELAY_MS } from "@/features/attendees/rules";
import { useDebouncedValue } from "@/hooks/use-debounced-value";

/**
 * The sums paid and owed before and after a change of these attendees; null where it changes none, and if that fails.
 */
export function useChangePreview(
  attendees: readonly Attendee[],
  changes: ManyChanges,
): PreviewOfMany | "reading" | null {
  // A table changes no sum.
  const paid = JSON.stringify({ ...changes, tableNumber: undefined });
  const asked = attendees.length > 0 && paid !== "{}" ? paid : "";
  const settled = useDebouncedValue(asked, PREVIEW_DELAY_MS);
  const { data, isPending } = useQuery({
    ...changePreviewQuery(JSON.parse(settled || "{}") as ManyChanges, attendees),
    enabled: settled !== "",
  });
  if (asked === "") return null;
  return asked !== settled || isPending ? "reading" : (data ?? null);
}
