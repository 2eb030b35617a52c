import { useQuery } from "@tanstack/react-query";
import { ConflictList } from "@/features/door/conflicts/conflict-list";
import { CONFLICTS_COPY } from "@/features/door/conflicts/copy";
import { eventListQuery } from "@/features/events/api";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

/** contract 2: /conflicts. Without the events the list works all the same; only their filter is short. */
export function ConflictsPage() {
  const events = useQuery(eventListQuery());
  return (
    <StaffFrame title={CONFLICTS_COPY.title}>
      <ConflictList events={events.data} />
    </StaffFrame>
  );
}
