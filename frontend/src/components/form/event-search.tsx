import { Check } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { FieldPopover } from "@/components/ui/field-popover";
import { CONTROL } from "@/components/ui/input";
import { useFoldedEvents } from "@/hooks/use-folded-events";
import { classes } from "@/lib/classes";
import { isOver } from "@/lib/event-day";
import { EVENT_SEARCH_COPY, eventLabel, type ListedEvent } from "@/lib/event-search";

export interface EventSearchProps {
  /** Upcoming first. */
  events: readonly ListedEvent[];
  eventId: number | null;
  /** Label of null. */
  none: string;
  tonight: string;
  listId: string;
  opener: RefObject<HTMLButtonElement | null>;
  onChoose: (eventId: number | null) => void;
  onClose: () => void;
}

interface Row {
  key: string;
  label: string;
  isChosen: boolean;
  choose: () => void;
}

/** List of events with a search, below `opener`: past events are folded until asked for or found. */
export function EventSearch({ opener, onClose, ...list }: EventSearchProps) {
  return (
    <FieldPopover
      open
      onOpenChange={onClose}
      label={EVENT_SEARCH_COPY.find}
      field={opener}
      opener={opener}
      className="flex w-(--radix-popover-trigger-width) min-w-72 max-w-[calc(100vw-1rem)] flex-col"
    >
      <Rows {...list} onClose={onClose} />
    </FieldPopover>
  );
}

function Rows({
  events,
  eventId,
  none,
  tonight,
  listId,
  onChoose,
  onClose,
}: Omit<EventSearchProps, "opener">) {
  const chosenEvent = events.find(({ id }) => id === eventId);
  const { query, setQuery, shown, folded, unfold } = useFoldedEvents(
    events,
    tonight,
    chosenEvent !== undefined && isOver(chosenEvent, tonight),
  );

  const rowOf = (id: number | null, label: string): Row => ({
    key: String(id),
    label,
    isChosen: id === eventId,
    choose: () => {
      if (id !== eventId) onChoose(id);
      onClose();
    },
  });
  const past: Row = {
    key: "past",
    label: EVENT_SEARCH_COPY.past(folded),
    isChosen: false,
    choose: unfold,
  };
  const all = rowOf(null, none);
  const isAllFound = query !== "" && none.toLowerCase().includes(query.trim().toLowerCase());
  const rows = [
    ...(query ? [] : [all]),
    ...shown.map((event) => rowOf(event.id, eventLabel(event, events))),
    ...(folded > 0 ? [past] : []),
    // After the events: Enter chooses an event that was found.
    ...(isAllFound ? [all] : []),
  ];

  // The key of the row: rows come and go with other people's changes.
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const moved = rows.findIndex(({ key }) => key === movedTo);
  const chosen = query
    ? 0
    : Math.max(
        0,
        rows.findIndex(({ isChosen }) => isChosen),
      );
  const active = moved < 0 ? chosen : moved;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  function onKeyDown(event: KeyboardEvent) {
    // The scanner took a ticket typed by a hardware scanner.
    if (event.defaultPrevented) return onClose();
    if (event.nativeEvent.isComposing || (event.key === "Enter" && event.repeat)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setMovedTo(rows[Math.min(Math.max(active + step, 0), rows.length - 1)]?.key ?? null);
    else if (event.key === "Enter") rows[active]?.choose();
    else if (event.key === "Tab") return onClose();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="p-2">
        <input
          type="search"
          role="combobox"
          aria-label={EVENT_SEARCH_COPY.find}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? `${listId}-${rows[active]?.key}` : undefined}
          autoComplete="off"
          placeholder={EVENT_SEARCH_COPY.find}
          className={CONTROL}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setMovedTo(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={box}
        id={listId}
        role="listbox"
        aria-label={EVENT_SEARCH_COPY.find}
        className="max-h-72 overflow-y-auto overscroll-contain pb-2"
      >
        {rows.map(({ key, label, isChosen, choose }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search
          <div
            key={key}
            id={`${listId}-${key}`}
            role="option"
            tabIndex={-1}
            data-event={key}
            aria-selected={isChosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={choose}
            className={classes(
              "flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2 hover:bg-surface-muted",
              index === active && "bg-surface-muted outline-2 outline-ring -outline-offset-2",
              key === "past" && "font-medium text-accent",
            )}
          >
            <span className="wrap-anywhere min-w-0 flex-1">{label}</span>
            {isChosen ? <Check className="size-5 shrink-0 text-accent" /> : null}
          </div>
        ))}
      </div>
      <p role="status" className={rows.length > 0 ? "sr-only" : "px-4 pb-4 text-text-muted"}>
        {EVENT_SEARCH_COPY.status(query, rows.length)}
      </p>
    </>
  );
}
