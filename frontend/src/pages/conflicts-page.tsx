import { useQuery } from "@tanstack/react-query";
import { ConflictList } from "@/features/door/conflicts/conflict-list";
import { CONFLICTS_COPY } from "@/features/door/conflicts/copy";
import { eventListQuery } from "@/features/events/api";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

/** /conflicts (contract 2). If the events cannot be loaded, the list works without their filter. */
export function ConflictsPage() {
  const events = useQuery(eventListQuery());
  return (
    <StaffFrame title={CONFLICTS_COPY.title}>
      <ConflictList events={events.data} />
    </StaffFrame>
  );
}
