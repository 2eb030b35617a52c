import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import type { CheckInList, TicketType } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { QueryView, type Retried } from "@/components/ui/states";
import { TypeMark } from "@/components/ui/type-mark";
import { checkInListsQuery } from "@/features/check-in-lists/api";
import { LISTS_COPY, RULE_COPY } from "@/features/check-in-lists/copy";

const ListDialog = lazyComponent(
  async () => (await import("@/features/check-in-lists/list-dialog")).ListDialog,
);

interface ListsCardProps {
  eventId: number;
  types: Retried & { isError: boolean; data: TicketType[] | undefined };
}

/** contract 2.check-in-list: the check-in lists of an event, on its page. */
export function ListsCard({ eventId, types }: ListsCardProps) {
  const lists = useQuery(checkInListsQuery(eventId));
  const [edited, setEdited] = useState<CheckInList | "new" | null>(null);
  const missing = types.data ? lists : types;
  const isLoaded = Boolean(lists.data && types.data);
  return (
    <Card className="flex flex-col gap-4">
      <CardHeading hint={LISTS_COPY.hint}>{LISTS_COPY.title}</CardHeading>
      {isLoaded ? null : (
        <QueryView query={missing} loading={LISTS_COPY.loading} failed={LISTS_COPY.failed} />
      )}
      {isLoaded && lists.data?.length === 0 ? <p>{LISTS_COPY.none}</p> : null}
      {isLoaded && lists.data?.length ? (
        <ul className="divide-y">
          {lists.data.map((list) => (
            <ListRow key={list.id} list={list} types={types.data ?? []} onEdit={() => setEdited(list)} />
          ))}
        </ul>
      ) : null}
      <Button
        variant="secondary"
        className="sm:max-lg:self-start"
        disabled={!isLoaded}
        onClick={() => setEdited("new")}
      >
        <Plus />
        {LISTS_COPY.add}
      </Button>
      {edited ? (
        <ListDialog
          eventId={eventId}
          list={edited === "new" ? null : edited}
          types={types.data ?? []}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Card>
  );
}

interface ListRowProps {
  list: CheckInList;
  types: readonly TicketType[];
  onEdit: () => void;
}

function ListRow({
  list: { name, rule, ticketTypeIds, capacity, needsEntrance },
  types,
  onEdit,
}: ListRowProps) {
  const facts = [
    RULE_COPY[rule].name,
    capacity === null ? null : LISTS_COPY.capacity(capacity),
    needsEntrance ? LISTS_COPY.needsEntrance : null,
  ];
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="wrap-anywhere font-medium" dir="auto">
          {name}
        </p>
        <p className="text-sm text-text-muted tabular-nums">{facts.filter(Boolean).join(" · ")}</p>
        <AdmittedTypes ids={ticketTypeIds} types={types} />
      </div>
      <IconButton label={LISTS_COPY.edit(name)} icon={<Pencil />} onClick={onEdit} />
    </li>
  );
}

/** The types that a list admits, by name; a type that was deleted since admits no one. */
function AdmittedTypes({ ids, types }: { ids: readonly number[] | null; types: readonly TicketType[] }) {
  if (ids === null) return <p className="text-sm text-text-muted">{LISTS_COPY.allTickets}</p>;
  const admitted = types.filter(({ id }) => ids.includes(id));
  if (admitted.length === 0)
    return <p className="font-medium text-danger-text text-sm">{LISTS_COPY.noTypeLeft}</p>;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {admitted.map((type) => (
        <TypeMark key={type.id} type={type} wraps />
      ))}
    </p>
  );
}
