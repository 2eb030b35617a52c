import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { Event } from "@/api/types";
import { NO_TYPE, type TypeFieldProps } from "@/components/form/type-field";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ticketTypesQuery } from "@/features/ticket-types/api";
import { TYPE_FIELD_COPY } from "@/features/ticket-types/copy";

interface TicketTypeFieldProps extends TypeFieldProps {
  /** Use of the choice: a guest's type, a filter, or a change of many guests. */
  use?: "form" | "filter" | "change";
  /** In a change: the price of a ticket without a type, or of a type without its own, in cents. */
  eventPriceCents?: number | null | undefined;
}

const NOTHING_CHOSEN = {
  form: TYPE_FIELD_COPY.none,
  filter: TYPE_FIELD_COPY.all,
  change: TYPE_FIELD_COPY.unchanged,
};

const useTypes = (eventId: number | null) =>
  useQuery({ ...ticketTypesQuery(eventId ?? 0), enabled: eventId !== null });

/** Returns the name of a type of the event by its id; "" is no type. */
export function useTypeName(eventId: number | null): (id: string) => string {
  const { data: types } = useTypes(eventId);
  return (typeId) =>
    typeId === ""
      ? TYPE_FIELD_COPY.none
      : (types?.find(({ id }) => String(id) === typeId)?.name ?? TYPE_FIELD_COPY.deleted);
}

interface TicketPriceProps {
  event: Pick<Event, "id" | "ticketPriceCents">;
  typeId: string;
  /** Receives the price of the type in cents, else that of the event; null without one, and until loaded. */
  children: (priceCents: number | null) => ReactNode;
}

export function TicketPrice({ event, typeId, children }: TicketPriceProps) {
  const { data: types } = useTypes(event.id);
  return children(
    types ? (types.find(({ id }) => String(id) === typeId)?.priceCents ?? event.ticketPriceCents) : null,
  );
}

/** The choice of a ticket type of one event; nothing where the event has none (contract 2.ticket-type). */
export function TicketTypeField({
  eventId,
  value,
  error,
  onChoose,
  use = "form",
  eventPriceCents = null,
}: TicketTypeFieldProps) {
  const { data: types, isSuccess, isFetching } = useTypes(eventId);
  const isDeleted = Boolean(value && value !== NO_TYPE && types?.every(({ id }) => String(id) !== value));
  const isOver = use === "filter" && isDeleted && isSuccess && !isFetching;
  useEffect(() => {
    if (isOver) onChoose("");
  }, [isOver, onChoose]);
  if (eventId === null || !types) return null;
  // In a form, a person must be able to give up a deleted type although the event has no other one.
  if (types.length === 0 && (use === "filter" || !(value || error))) return null;
  const nameOf = (id: string) => types.find((type) => String(type.id) === id)?.name ?? TYPE_FIELD_COPY.none;
  const withPrice = (name: string, priceCents: number | null) =>
    use === "change" && priceCents !== null ? TYPE_FIELD_COPY.priced(name, priceCents) : name;
  return (
    <Field
      label={TYPE_FIELD_COPY.label}
      error={error}
      {...(use === "filter" ? { className: "type-filter md:[&>label]:sr-only" } : {})}
    >
      <Select value={value} onChange={({ target }) => onChoose(target.value, nameOf(target.value))}>
        <option value="">{NOTHING_CHOSEN[use]}</option>
        {use === "change" ? (
          <option value={NO_TYPE}>{withPrice(TYPE_FIELD_COPY.none, eventPriceCents)}</option>
        ) : null}
        {isDeleted ? <option value={value}>{TYPE_FIELD_COPY.deleted}</option> : null}
        {types.map(({ id, name, priceCents }) => (
          <option key={id} value={id}>
            {withPrice(name, priceCents ?? eventPriceCents)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
