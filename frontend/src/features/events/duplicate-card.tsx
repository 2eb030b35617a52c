import { Copy } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { DUPLICATE_EVENT_COPY } from "@/features/events/duplicate-copy";
import { duplicateEventUrl } from "@/features/events/rules";

/** Link to a new event with the same values (contract 2). */
export function DuplicateCard({ eventId }: { eventId: number }) {
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <CardTitle>{DUPLICATE_EVENT_COPY.title}</CardTitle>
        <p className="text-sm text-text-muted">{DUPLICATE_EVENT_COPY.text}</p>
      </div>
      <ButtonLink variant="secondary" className="sm:max-lg:self-start" to={duplicateEventUrl(eventId)}>
        <Copy />
        {DUPLICATE_EVENT_COPY.button}
      </ButtonLink>
    </Card>
  );
}
