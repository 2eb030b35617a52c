import { useParams } from "react-router";
import { AttendeeNotFound } from "@/features/attendees/attendee-not-found";
import { SUCCESS_COPY } from "@/features/tickets/copy";
import { RegistrationComplete } from "@/features/tickets/registration-complete";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/route-id";

/** contract 2: /attendee-success/{id}, on the way to the QR review. */
export function AttendeeSuccessPage() {
  const id = parseRouteId(useParams().id);
  return (
    <StaffFrame title={SUCCESS_COPY.title} width="narrow">
      {id === null ? <AttendeeNotFound /> : <RegistrationComplete next={`/qr-review/${id}`} />}
    </StaffFrame>
  );
}
