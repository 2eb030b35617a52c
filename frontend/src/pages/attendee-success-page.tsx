import { useParams } from "react-router";
import { AttendeeById } from "@/features/attendees/attendee-by-id";
import { SUCCESS_COPY } from "@/features/tickets/copy";
import { RegistrationComplete } from "@/features/tickets/registration-complete";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/route-id";

/** contract 2: /attendee-success/{id}, on the way to the QR review. */
export function AttendeeSuccessPage() {
  const id = parseRouteId(useParams().id);
  return (
    <StaffFrame title={SUCCESS_COPY.title} width="narrow">
      <AttendeeById id={id}>
        {(attendee) => <RegistrationComplete next={`/qr-review/${attendee.id}`} />}
      </AttendeeById>
    </StaffFrame>
  );
}
