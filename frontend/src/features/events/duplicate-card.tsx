import { Copy } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { DUPLICATE_EVENT_COPY } from "@/features/events/copy";
import { copyAddress } from "@/features/events/copy-address";

/** contract 2: from an event to a new one like it. */
export function DuplicateCard({ eventId }: { eventId: number }) {
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <CardTitle>{DUPLICATE_EVENT_COPY.title}</CardTitle>
        <p className="text-sm text-text-muted">{DUPLICATE_EVENT_COPY.text}</p>
      </div>
      <Button asChild variant="secondary" className="sm:max-lg:self-start">
        <Link to={copyAddress(eventId)}>
          <Copy aria-hidden="true" />
          {DUPLICATE_EVENT_COPY.button}
        </Link>
      </Button>
    </Card>
  );
}
