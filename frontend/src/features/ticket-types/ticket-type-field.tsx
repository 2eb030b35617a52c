import { useQuery } from "@tanstack/react-query";
import { NO_TYPE, type TypeFieldProps } from "@/components/form/type-field";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ticketTypesQuery } from "@/features/ticket-types/api";
import { TYPE_FIELD_COPY } from "@/features/ticket-types/copy";

interface TicketTypeFieldProps extends TypeFieldProps {
  /** Use of the choice: a guest's type, a filter, or a change of many guests. */
  use?: "form" | "filter" | "change";
}

const NOTHING_CHOSEN = {
  form: TYPE_FIELD_COPY.none,
  filter: TYPE_FIELD_COPY.all,
  change: TYPE_FIELD_COPY.unchanged,
};

/** The choice of a ticket type of one event; nothing where the event has none (contract 2.ticket-type). */
export function TicketTypeField({ eventId, value, error, onChoose, use = "form" }: TicketTypeFieldProps) {
  const { data: types } = useQuery({ ...ticketTypesQuery(eventId ?? 0), enabled: eventId !== null });
  if (eventId === null || !types || types.length === 0) return null;
  // A type of another event, or one that was deleted, is no choice.
  const chosen = value === NO_TYPE || types.some(({ id }) => String(id) === value) ? value : "";
  return (
    <Field
      label={TYPE_FIELD_COPY.label}
      error={error}
      {...(use === "filter" ? { className: "type-filter md:[&>label]:sr-only" } : {})}
    >
      <Select value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{NOTHING_CHOSEN[use]}</option>
        {use === "change" ? <option value={NO_TYPE}>{TYPE_FIELD_COPY.none}</option> : null}
        {types.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
