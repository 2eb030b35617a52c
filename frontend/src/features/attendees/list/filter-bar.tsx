import type { Event } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { useTypedText } from "@/features/attendees/list/use-typed-text";
import { PAYMENT_STATUS_MAX, SEARCH_MAX } from "@/features/attendees/rules";
import { formatEventDate } from "@/lib/event-date";

interface FilterBarProps {
  filters: AttendeeFilters;
  /** Undefined while they are on their way. */
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  onChange: (change: Partial<AttendeeFilters>) => void;
}

/** contract 2: search, event, payment and attendance. */
export function FilterBar({ filters, events, onChange }: FilterBarProps) {
  const search = useTypedText(filters.search, (text) => onChange({ search: text }));
  const payment = useTypedText(filters.payment, (text) => onChange({ payment: text }));
  const { eventId, attended } = filters;
  const isListed = eventId === null || events?.some(({ id }) => id === eventId);

  return (
    <section aria-label={MANAGE_COPY.filters} className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Field label={MANAGE_COPY.search} className="col-span-2 lg:col-span-1">
        <Input
          {...search}
          type="search"
          placeholder={MANAGE_COPY.searchHint}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
      </Field>
      <Field label={MANAGE_COPY.event} className="col-span-2 lg:col-span-1">
        <Select
          value={eventId ?? ""}
          onChange={({ target }) => onChange({ eventId: target.value ? Number(target.value) : null })}
        >
          <option value="">{MANAGE_COPY.allEvents}</option>
          {isListed ? null : (
            <option value={eventId ?? ""}>
              {events ? MANAGE_COPY.unknownEvent : MANAGE_COPY.loadingEvents}
            </option>
          )}
          {events?.map(({ id, name, date }) => (
            <option key={id} value={id}>
              {name} ({formatEventDate(date)})
            </option>
          ))}
        </Select>
      </Field>
      <Field label={MANAGE_COPY.payment}>
        <Input
          {...payment}
          placeholder={MANAGE_COPY.paymentHint}
          maxLength={PAYMENT_STATUS_MAX}
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="search"
        />
      </Field>
      <Field label={MANAGE_COPY.attendance}>
        <Select
          value={attended === null ? "" : String(attended)}
          onChange={({ target }) =>
            onChange({ attended: target.value === "" ? null : target.value === "true" })
          }
        >
          <option value="">{MANAGE_COPY.allAttendees}</option>
          <option value="true">{MANAGE_COPY.attended}</option>
          <option value="false">{MANAGE_COPY.notAttended}</option>
        </Select>
      </Field>
    </section>
  );
}
