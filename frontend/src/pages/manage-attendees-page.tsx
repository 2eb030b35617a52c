import { useQuery } from "@tanstack/react-query";
import { AttendeeList } from "@/features/attendees/list/attendee-list";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { eventListQuery } from "@/features/events/api";
import { StaffFrame } from "@/features/users/staff-frame";

/** contract 2: /manage-attendees. Without the events the list works all the same; only their filter is short. */
export function ManageAttendeesPage() {
  const events = useQuery(eventListQuery());
  return (
    <StaffFrame title={MANAGE_COPY.title}>
      <AttendeeList events={events.data} />
    </StaffFrame>
  );
}
