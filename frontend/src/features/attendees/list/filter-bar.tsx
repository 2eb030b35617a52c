import { useRef } from "react";
import type { Event } from "@/api/types";
import { EventSelect } from "@/components/form/event-select";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { KeyHint } from "@/components/ui/key-hint";
import { Select } from "@/components/ui/select";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { useTypedText } from "@/features/attendees/list/use-typed-text";
import { PAYMENT_STATUS_MAX, SEARCH_MAX } from "@/features/attendees/rules";
import { useShortcut } from "@/lib/shortcuts";

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
  const searchField = useRef<HTMLInputElement>(null);
  const searchKey = useShortcut("/", () => {
    searchField.current?.focus();
    searchField.current?.select();
  });
  const { eventId, attended } = filters;

  return (
    <section aria-label={MANAGE_COPY.filters} className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Field label={MANAGE_COPY.search} className="col-span-2 lg:col-span-1">
        <div className="relative">
          <Input
            {...search}
            ref={searchField}
            type="search"
            placeholder={MANAGE_COPY.searchHint}
            maxLength={SEARCH_MAX}
            autoComplete="off"
            enterKeyHint="search"
            aria-keyshortcuts={searchKey}
            className="peer"
          />
          {/* Not where somebody types, nor over what they typed. */}
          {searchKey ? (
            <KeyHint className="absolute top-2.5 right-2.5 peer-not-placeholder-shown:hidden peer-focus:hidden">
              {searchKey}
            </KeyHint>
          ) : null}
        </div>
      </Field>
      <Field label={MANAGE_COPY.event} className="col-span-2 lg:col-span-1">
        <EventSelect events={events} eventId={eventId} onChoose={(chosen) => onChange({ eventId: chosen })} />
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
