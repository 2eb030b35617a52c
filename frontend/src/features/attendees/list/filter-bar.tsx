import { SlidersHorizontal } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { Event } from "@/api/types";
import { EventSelect } from "@/components/form/event-select";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { KeyHint } from "@/components/ui/key-hint";
import { Select } from "@/components/ui/select";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { useTypedText } from "@/features/attendees/list/use-typed-text";
import { PAYMENT_STATUS_MAX, SEARCH_MAX } from "@/features/attendees/rules";
import { useShortcut } from "@/hooks/shortcuts";
import { classes } from "@/lib/classes";

/** On a phone these two say by themselves what they are, and the rows of the list want the room. */
const NO_LABEL_ON_A_PHONE = "max-md:[&>label]:sr-only";

interface FilterBarProps {
  filters: AttendeeFilters;
  /** Undefined while they are on their way. */
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  onChange: (change: Partial<AttendeeFilters>) => void;
}

/** contract 2: search, event, payment and attendance; on a phone the last two are folded. */
export function FilterBar({ filters, events, onChange }: FilterBarProps) {
  const search = useTypedText(filters.search, (text) => onChange({ search: text }));
  const payment = useTypedText(filters.payment, (text) => onChange({ payment: text }));
  const searchField = useRef<HTMLInputElement>(null);
  const searchKey = useShortcut("/", () => {
    searchField.current?.focus();
    searchField.current?.select();
  });
  const [isOpen, setIsOpen] = useState(false);
  const foldedId = useId();
  const { eventId, attended } = filters;
  const folded = [filters.payment !== "", attended !== null].filter(Boolean).length;

  return (
    <section
      aria-label={MANAGE_COPY.filters}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 md:grid-cols-2 md:gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,3fr)_minmax(0,3fr)]"
    >
      <Field label={MANAGE_COPY.search} className={classes("max-md:col-span-full", NO_LABEL_ON_A_PHONE)}>
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
          {/* Hidden while the field has the focus or a text. */}
          {searchKey ? (
            <KeyHint className="absolute top-2.5 right-2.5 peer-not-placeholder-shown:hidden peer-focus:hidden">
              {searchKey}
            </KeyHint>
          ) : null}
        </div>
      </Field>
      <Field label={MANAGE_COPY.event} className={NO_LABEL_ON_A_PHONE}>
        <EventSelect events={events} eventId={eventId} onChoose={(chosen) => onChange({ eventId: chosen })} />
      </Field>
      <Button
        variant="secondary"
        size="tight"
        aria-expanded={isOpen}
        aria-controls={foldedId}
        className="px-3 tabular-nums md:hidden"
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" />
        {MANAGE_COPY.moreFilters(folded)}
      </Button>
      <div
        id={foldedId}
        className={classes(
          "col-span-full grid grid-cols-2 gap-2 md:contents",
          isOpen ? null : "max-md:hidden",
        )}
      >
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
      </div>
    </section>
  );
}
