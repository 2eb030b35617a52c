import { useQuery } from "@tanstack/react-query";
import { Megaphone, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import type { TicketType } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { QueryView } from "@/components/ui/states";
import { TypeMark } from "@/components/ui/type-mark";
import { ticketTypesQuery } from "@/features/ticket-types/api";
import { TYPES_COPY } from "@/features/ticket-types/copy";
import { formatMoney } from "@/lib/money";

const TypeDialog = lazyComponent(
  async () => (await import("@/features/ticket-types/type-dialog")).TypeDialog,
);

/** contract 2.ticket-type: the types of an event, on its page. */
export function TypesCard({ eventId }: { eventId: number }) {
  const types = useQuery(ticketTypesQuery(eventId));
  const [edited, setEdited] = useState<TicketType | "new" | null>(null);
  return (
    <Card className="flex flex-col gap-4">
      <CardHeading hint={TYPES_COPY.hint}>{TYPES_COPY.title}</CardHeading>
      {types.data ? null : (
        <QueryView query={types} loading={TYPES_COPY.loading} failed={TYPES_COPY.failed} />
      )}
      {types.data?.length ? (
        <ul className="divide-y">
          {types.data.map((type) => (
            <li key={type.id} className="flex min-h-12 items-center gap-3 py-2">
              <TypeMark type={type} wraps className="flex-1 font-medium" />
              {type.announce ? (
                <span className="text-text-muted [&_svg]:size-5">
                  <Megaphone role="img" aria-label={TYPES_COPY.announced} />
                </span>
              ) : null}
              {type.priceCents === null ? null : (
                <span className="text-sm tabular-nums">{formatMoney(type.priceCents)}</span>
              )}
              <IconButton
                label={TYPES_COPY.edit(type.name)}
                icon={<Pencil />}
                onClick={() => setEdited(type)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Button variant="secondary" className="sm:max-lg:self-start" onClick={() => setEdited("new")}>
        <Plus />
        {TYPES_COPY.add}
      </Button>
      {edited ? (
        <TypeDialog
          eventId={eventId}
          type={edited === "new" ? null : edited}
          types={types.data ?? []}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Card>
  );
}
