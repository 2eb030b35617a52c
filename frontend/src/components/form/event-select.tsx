import { type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import type { EventSearchProps } from "@/components/form/event-search";
import { useFieldControl } from "@/components/ui/field";
import { lazyComponent } from "@/components/ui/lazy-component";
import { SELECT_LOOK, Select, SelectFrame } from "@/components/ui/select";
import { useTonight } from "@/hooks/use-tonight";
import { classes } from "@/lib/classes";
import { upcomingFirst } from "@/lib/event-day";
import { eventLabel, type ListedEvent, UNFOLDED_EVENTS_MAX } from "@/lib/event-search";

const COPY = {
  all: "All Events",
  gone: "Deleted event",
  loading: "Loading events...",
} as const;

const EventSearch = lazyComponent(async () => (await import("@/components/form/event-search")).EventSearch);

interface EventSelectProps {
  /** Undefined while loading. */
  events: readonly ListedEvent[] | undefined;
  /** Null for all. A URL may contain an unknown id. */
  eventId: number | null;
  onChoose: (eventId: number | null) => void;
  /** Label of null, if null does not mean all events. */
  none?: string;
  /** Label of an id that is not in the list. */
  unlisted?: string;
  disabled?: boolean;
  ref?: Ref<{ focus: () => void }>;
}

/** 'All Events' or one of them, by name and date, tonight's first (contract 2.manage.641, 901). */
export function EventSelect({
  events,
  eventId,
  onChoose,
  none = COPY.all,
  unlisted = events ? COPY.gone : COPY.loading,
  disabled,
  ref,
}: EventSelectProps) {
  const tonight = useTonight();
  const sorted = upcomingFirst(events ?? [], tonight);
  const chosen = sorted.find(({ id }) => id === eventId);
  const select = useRef<HTMLSelectElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => (select.current ?? opener.current)?.focus() }));
  if (sorted.length > UNFOLDED_EVENTS_MAX) {
    const label = chosen ? eventLabel(chosen, sorted) : eventId === null ? none : unlisted;
    return (
      <SearchedSelect {...{ label, opener, disabled, eventId, none, onChoose, tonight }} events={sorted} />
    );
  }
  return (
    <Select
      ref={select}
      disabled={disabled}
      value={eventId ?? ""}
      onChange={({ target }) => onChoose(target.value ? Number(target.value) : null)}
    >
      <option value="">{none}</option>
      {eventId === null || chosen ? null : <option value={eventId}>{unlisted}</option>}
      {sorted.map((event) => (
        <option key={event.id} value={event.id}>
          {eventLabel(event, sorted)}
        </option>
      ))}
    </Select>
  );
}

interface SearchedSelectProps extends Omit<EventSearchProps, "listId" | "onClose"> {
  label: string;
  disabled: boolean | undefined;
}

/** Looks like `Select`, and opens a list with a search. */
function SearchedSelect({ label, opener, disabled, ...search }: SearchedSelectProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <SelectFrame>
      <button
        type="button"
        ref={opener}
        role="combobox"
        value={search.eventId ?? ""}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        {...useFieldControl()}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
        className={classes(SELECT_LOOK, "text-left")}
      >
        {label}
      </button>
      {open ? (
        <EventSearch {...search} listId={listId} opener={opener} onClose={() => setOpen(false)} />
      ) : null}
    </SelectFrame>
  );
}
