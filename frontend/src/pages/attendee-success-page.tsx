import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { AttendeeById } from "@/features/attendees/attendee-by-id";
import { SUCCESS_COPY } from "@/features/tickets/copy";
import { SUCCESS_MS } from "@/features/tickets/rules";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { parseRouteId } from "@/lib/url";

/** /attendee-success/{id}, shown before the QR review (contract 2). */
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

/** Shown for two seconds; the QR code then replaces it in the browser's history (contract 2, 9). */
function RegistrationComplete({ next }: { next: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(next, { replace: true }), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [navigate, next]);
  return (
    <Card className="flex flex-col items-center gap-4 py-12 text-center">
      <CircleCheck className="size-16 text-success" strokeWidth={1.5} />
      <div role="status" className="flex flex-col gap-2">
        <h2 className="font-semibold text-2xl">{SUCCESS_COPY.heading}</h2>
        <p className="text-text-muted">{SUCCESS_COPY.text}</p>
      </div>
      <ButtonLink variant="secondary" to={next} replace>
        {SUCCESS_COPY.goOn}
      </ButtonLink>
    </Card>
  );
}
