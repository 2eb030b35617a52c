import { Ellipsis } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, isNarrowed } from "@/features/attendees/list/filters";
import { classes } from "@/lib/classes";

interface ListBarProps {
  /** 'Showing X of Y attendees', or its replacement. */
  count: string | null;
  notes: string[];
  filters: AttendeeFilters;
  onClear: () => void;
  /** Checkbox for all matches; null without any. */
  box: ReactNode;
  tools: ReactNode;
  add: ReactNode;
}

/** Bar above the rows, in one line (contract 2). */
export function ListBar({ count, notes, filters, onClear, box, tools, add }: ListBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const toolsId = useId();
  const countText = useRef<HTMLParagraphElement>(null);
  return (
    <div
      className={classes(
        "flex flex-wrap items-center gap-2 border-b py-1 pr-2 md:gap-x-3 md:pointer-fine:py-0.5 md:pointer-fine:[&_:is(a,button)]:py-1 md:pointer-fine:[&_:is(a,button)]:text-sm md:pointer-fine:[&_:is(a,button,label)]:min-h-9",
        box ? "sm:pl-2" : "pl-4",
      )}
    >
      {box}
      <div
        className={classes(
          "min-w-0 flex-1 text-sm tabular-nums leading-4 *:inline",
          box ? "sm:border-l sm:pl-3" : null,
        )}
      >
        <p ref={countText} role="status" tabIndex={-1} className="outline-none">
          {count}
        </p>
        {notes.map((words) => (
          <p key={words} className="text-text-muted before:content-['_·_']">
            {words}
          </p>
        ))}
        {box && isNarrowed(filters) ? (
          <button
            type="button"
            className="ml-2 min-h-0! py-0! font-medium underline decoration-current/40 underline-offset-4"
            onClick={() => {
              // The button disappears with the filters.
              countText.current?.focus();
              onClear();
            }}
          >
            {MANAGE_COPY.clearFilters}
          </button>
        ) : null}
      </div>
      <IconButton
        label={MANAGE_COPY.more}
        icon={<Ellipsis />}
        aria-expanded={isOpen}
        aria-controls={toolsId}
        className="md:hidden"
        onClick={() => setIsOpen(!isOpen)}
      />
      <div className="max-md:contents md:ml-auto md:flex md:gap-2 md:max-xl:[&_:is(button,a)]:px-2.5">
        <div
          id={toolsId}
          className={classes(
            "gap-2 max-md:order-last max-md:grid max-md:basis-full max-md:grid-cols-2 max-md:pb-1 max-md:pl-2 max-sm:[&_button]:text-sm md:flex",
            isOpen ? null : "max-md:hidden",
          )}
        >
          {tools}
        </div>
        {add}
      </div>
    </div>
  );
}

interface SelectAllProps {
  count: number;
  matches: number;
  disabled: boolean;
  onSelectAll: () => void;
  onSelectNobody: () => void;
}

export function SelectAll({ count, matches, disabled, onSelectAll, onSelectNobody }: SelectAllProps) {
  const isAll = count > 0 && count >= matches;
  return (
    <Checkbox
      label={MANAGE_COPY.selectAll}
      checked={isAll}
      mixed={count > 0 && !isAll}
      disabled={disabled}
      onChange={isAll ? onSelectNobody : onSelectAll}
      className="shrink-0 max-sm:-mr-2 max-sm:gap-0 max-sm:[&>span]:sr-only"
    />
  );
}
