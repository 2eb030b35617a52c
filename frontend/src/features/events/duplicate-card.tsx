import { Copy } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { DUPLICATE_EVENT_COPY } from "@/features/events/duplicate-copy";
import { duplicateEventUrl } from "@/features/events/rules";

/** Link to a new event with the same values (contract 2). */
export function DuplicateCard({ eventId }: { eventId: number }) {
  return (
    <Card className="flex flex-col gap-4">
      <CardHeading hint={DUPLICATE_EVENT_COPY.text}>{DUPLICATE_EVENT_COPY.title}</CardHeading>
      <ButtonLink variant="secondary" className="sm:max-lg:self-start" to={duplicateEventUrl(eventId)}>
        <Copy />
        {DUPLICATE_EVENT_COPY.button}
      </ButtonLink>
    </Card>
  );
}
