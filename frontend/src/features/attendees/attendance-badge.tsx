import { Check, Circle } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { DETAILS_COPY } from "@/features/attendees/details/copy";

/** Present, or not arrived (contract 2). */
export function AttendanceBadge({ attended }: { attended: boolean }) {
  return (
    <Badge tone={attended ? "success" : "neutral"}>
      {attended ? <Check /> : <Circle />}
      {attended ? DETAILS_COPY.present : DETAILS_COPY.absent}
    </Badge>
  );
}
