import { useNavigate } from "react-router";
import { Card, CardTitle } from "@/components/ui/card";
import { CREATE_EVENT_COPY } from "@/features/events/copy";
import { CreateEventForm } from "@/features/events/create-event-form";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

export function CreateEventPage() {
  const navigate = useNavigate();
  return (
    <StaffFrame title={CREATE_EVENT_COPY.title} width="narrow">
      <Card className="flex flex-col gap-6">
        <CardTitle>{CREATE_EVENT_COPY.heading}</CardTitle>
        <CreateEventForm onCreated={() => navigate("/")} />
      </Card>
    </StaffFrame>
  );
}
