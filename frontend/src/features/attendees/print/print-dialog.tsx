import { ChevronRight, ClipboardCheck, ListChecks, type LucideIcon, Tickets } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, isNarrowed } from "@/features/attendees/list/filters";
import { type Selection, selectedCount } from "@/features/attendees/list/selection";
import { PRINT_COPY } from "@/features/attendees/print/copy";
import {
  inOrderOf,
  isPart,
  isTooLong,
  partialDoorListUrl,
  sourceOf,
  ticketsUrl,
} from "@/features/attendees/print/print-source";
import { doorListUrl } from "@/features/attendees/rules";

interface PrintDialogProps {
  filters: AttendeeFilters;
  /** Name of the chosen event, if loaded. */
  eventName: string | undefined;
  selection: Selection;
  matches: number;
  onClose: () => void;
}

/** The print pages of the list, with the attendees of each (contract 2). */
export function PrintDialog({ filters, eventName, selection, matches, onClose }: PrintDialogProps) {
  const selected = selectedCount(selection);
  const tickets = inOrderOf(filters, ticketsUrl(selection, filters));
  const part = inOrderOf(filters, partialDoorListUrl(selection, filters));
  const partParams = new URLSearchParams(part.split("?")[1]);
  const named = eventName === undefined ? PRINT_COPY.doorListOfChosen : PRINT_COPY.doorListOf(eventName);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={MANAGE_COPY.print}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {PRINT_COPY.close}
        </Button>
      }
    >
      <ul className="flex flex-col gap-3">
        <Choice
          icon={ClipboardCheck}
          to={inOrderOf(filters, doorListUrl(filters.eventId))}
          title={PRINT_COPY.doorList}
          text={filters.eventId === null ? PRINT_COPY.doorListNoEvent : named}
        />
        {isPart(sourceOf(partParams)) ? (
          <Choice
            icon={ListChecks}
            to={part}
            title={PRINT_COPY.doorListOfPart(selected, matches)}
            text={partParams.has("eventId") ? PRINT_COPY.doorListPartHint : PRINT_COPY.doorListNoEvent}
          />
        ) : null}
        <Choice
          icon={Tickets}
          to={tickets}
          title={PRINT_COPY.tickets}
          text={
            selected > 0
              ? PRINT_COPY.ticketsOfSelected(selected)
              : PRINT_COPY.ticketsOfShown(matches, isNarrowed(filters))
          }
        />
      </ul>
    </Dialog>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  to: string;
  title: string;
  text: string;
}

/** A print page; without a link where its URL would be too long. */
function Choice({ icon: Icon, to, title, text }: ChoiceProps) {
  const isRefused = isTooLong(to);
  const label = (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="font-medium">{title}</span>
      <span className="wrap-anywhere text-sm text-text-muted">
        {isRefused ? PRINT_COPY.tooManyChoices : text}
      </span>
    </span>
  );
  if (isRefused) {
    return (
      <li className="flex min-h-16 items-center gap-4 rounded-md border px-4 py-3">
        <Icon className="size-6 shrink-0 text-text-muted" />
        {label}
      </li>
    );
  }
  return (
    <li>
      <Link
        to={to}
        state={{ fromList: true }}
        className="flex min-h-16 items-center gap-4 rounded-md border px-4 py-3 transition-colors hover:border-border-strong hover:bg-surface-muted"
      >
        <Icon className="size-6 shrink-0 text-accent" />
        {label}
        <ChevronRight className="size-5 shrink-0 text-text-muted" />
      </Link>
    </li>
  );
}
