import { CircleDollarSign, SlidersHorizontal } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { EventFigures, MailFilter } from "@/api/types";
import { EventSelect } from "@/components/form/event-select";
import type { MailSlot } from "@/components/form/mail-slot";
import type { TypeField } from "@/components/form/type-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { KeyHint } from "@/components/ui/key-hint";
import { Select } from "@/components/ui/select";
import { MANAGE_COPY, SORT_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, isWholeDebt, SORTS, tableOfSearch } from "@/features/attendees/list/filters";
import { useTypedText } from "@/features/attendees/list/use-typed-text";
import { PAYMENT_STATUS_MAX, SEARCH_MAX } from "@/features/attendees/rules";
import { useShortcut } from "@/hooks/shortcuts";
import { classes } from "@/lib/classes";
import type { ListedEvent } from "@/lib/event-search";

/** In one line with other controls each value explains itself, and the list needs the space. */
const NO_LABEL_IN_A_LINE = "md:[&>label]:sr-only";

interface FilterBarProps {
  filters: AttendeeFilters;
  /** Undefined while loading. */
  events: ListedEvent[] | undefined;
  figures: EventFigures | undefined;
  typeField: TypeField;
  mail: MailSlot | undefined;
  onChange: (change: Partial<AttendeeFilters>) => void;
}

/** Search, event, payment, attendance, order and debt (contract 2); on a phone the last four are collapsed. */
export function FilterBar({ filters, events, figures, typeField, mail, onChange }: FilterBarProps) {
  const search = useTypedText(
    filters.search,
    (text) => onChange({ search: text }),
    (text) => {
      const tableNumber = tableOfSearch(text);
      if (tableNumber !== null) onChange({ search: "", tableNumber });
      return tableNumber !== null;
    },
  );
  const payment = useTypedText(filters.payment, (text) => onChange({ payment: text }));
  const searchField = useRef<HTMLInputElement>(null);
  const searchKey = useShortcut("/", () => {
    searchField.current?.focus();
    searchField.current?.select();
  });
  const [isOpen, setIsOpen] = useState(false);
  const foldedId = useId();
  const { eventId, attended, owes, sort, ticketTypeId, ticketMail } = filters;
  const folded = [
    filters.payment !== "",
    attended !== null,
    owes,
    sort !== "newest",
    ticketTypeId !== null,
    ticketMail !== null,
  ].filter(Boolean).length;

  return (
    <section
      aria-label={MANAGE_COPY.filters}
      className="max-md:contents md:sticky md:top-0 md:z-20 md:-my-2 md:grid md:grid-cols-2 md:gap-2 md:bg-canvas md:py-2 md:pointer-fine:[&_:is(input,select,button)]:min-h-9 md:pointer-fine:[&_:is(input,select,button)]:py-1 md:pointer-fine:[&_:is(input,select,button)]:text-sm lg:grid-cols-[minmax(0,9fr)_minmax(0,9fr)_minmax(0,4fr)_minmax(0,7fr)_minmax(0,7fr)_auto] lg:has-[.type-filter]:grid-cols-4 xl:has-[.type-filter]:grid-cols-[minmax(0,20fr)_minmax(0,16fr)_minmax(0,9fr)_minmax(0,15fr)_minmax(0,14fr)_minmax(0,14fr)_auto] xl:has-[.type-filter~.type-filter]:grid-cols-4"
    >
      <Field
        label={MANAGE_COPY.search}
        className="max-md:sticky max-md:top-0 max-md:z-20 max-md:-my-2 max-md:bg-canvas max-md:py-2 [&>label]:sr-only"
      >
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
            <KeyHint className="absolute inset-y-0 right-2.5 my-auto h-fit peer-not-placeholder-shown:hidden peer-focus:hidden">
              {searchKey}
            </KeyHint>
          ) : null}
        </div>
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 md:contents">
        <Field label={MANAGE_COPY.event} className="[&>label]:sr-only">
          <EventSelect
            events={events}
            eventId={eventId}
            onChoose={(chosen) => onChange({ eventId: chosen, ticketTypeId: null })}
          />
        </Field>
        <Button
          variant="secondary"
          size="tight"
          aria-expanded={isOpen}
          aria-controls={foldedId}
          className="px-3 tabular-nums md:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal />
          {MANAGE_COPY.moreFilters(folded)}
        </Button>
      </div>
      <div
        id={foldedId}
        className={classes("grid grid-cols-2 items-end gap-2 md:contents", isOpen ? null : "max-md:hidden")}
      >
        <Field label={MANAGE_COPY.payment} className={NO_LABEL_IN_A_LINE}>
          <Input
            {...payment}
            placeholder={MANAGE_COPY.paymentHint}
            maxLength={PAYMENT_STATUS_MAX}
            autoCapitalize="none"
            autoComplete="off"
            enterKeyHint="search"
          />
        </Field>
        <Field label={MANAGE_COPY.attendance} className={NO_LABEL_IN_A_LINE}>
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
        <Field label={SORT_COPY.sort} className={NO_LABEL_IN_A_LINE}>
          <Select
            value={sort}
            onChange={({ target }) =>
              onChange({ sort: SORTS.find((one) => one === target.value) ?? "newest" })
            }
          >
            {SORTS.map((one) => (
              <option key={one} value={one}>
                {SORT_COPY.by[one]}
              </option>
            ))}
          </Select>
        </Field>
        {typeField({
          eventId,
          value: ticketTypeId === null ? "" : String(ticketTypeId),
          error: undefined,
          onChoose: (id) => onChange({ ticketTypeId: id ? Number(id) : null }),
        })}
        {mail?.filter({
          value: ticketMail ?? "",
          onChoose: (state) => onChange({ ticketMail: (state || null) as MailFilter | null }),
        })}
        <Button
          variant="secondary"
          size="tight"
          aria-pressed={owes}
          className="px-3 aria-pressed:border-accent aria-pressed:bg-accent-soft"
          onClick={() => onChange({ owes: !owes })}
        >
          <CircleDollarSign />
          {MANAGE_COPY.owes}{" "}
          {figures?.unpaidTickets && isWholeDebt(filters) ? (
            <span className="font-normal text-text-muted tabular-nums">
              {MANAGE_COPY.owesHow(figures.owedCents, figures.unpaidTickets)}
            </span>
          ) : null}
        </Button>
      </div>
    </section>
  );
}
