import { type ReactNode, useState } from "react";
import { useIsOffline } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ErrorState, LoadingState } from "@/components/ui/states";
import { useHelper } from "@/features/door/access/current-grant";
import { SEARCH_DELAY_MS, SEARCH_MAX } from "@/features/door/core/rules";
import { LIST_SEARCH_NOTE, SEARCH_COPY, shownOfFound } from "@/features/door/ui/search/copy";
import { GuestRow, NobodyFound } from "@/features/door/ui/search/guest-row";
import {
  expectedFirst,
  type GuestSearchResult,
  type PickedTicket,
  useFoundGuests,
} from "@/features/door/ui/search/use-found-guests";
import { useDebouncedValue } from "@/hooks/use-debounced-value";

/** The form for a new guest, from the page. */
export type AddForm = (form: { fullName: string; onAdded: (ticket: PickedTicket) => void }) => ReactNode;

interface GuestSearchProps {
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
  /** Null for all events. */
  eventId: number | null;
  /** At an exit, guests who are inside are searched. */
  isExit: boolean;
  /** The check-in list; null for the entrance. */
  listId: number | null;
  onPick: (ticket: PickedTicket) => void;
  /** Null without permission to add guests. */
  addForm: AddForm | null;
}

/** Finds a guest without a readable ticket and checks them in. */
export function GuestSearch({ onClose, addForm, ...search }: GuestSearchProps) {
  /** Name of a guest to add, who was not found. */
  const [added, setAdded] = useState<string | null>(null);
  const isAdding = added !== null && addForm !== null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isAdding ? SEARCH_COPY.addTitle : SEARCH_COPY.title}
      phone="screen"
      actions={
        <Button variant="secondary" onClick={isAdding ? () => setAdded(null) : onClose}>
          {isAdding ? SEARCH_COPY.back : SEARCH_COPY.close}
        </Button>
      }
    >
      {isAdding ? (
        addForm({ fullName: added, onAdded: search.onPick })
      ) : (
        <Search {...search} onAdd={addForm && setAdded} />
      )}
    </Dialog>
  );
}

type SearchProps = Pick<GuestSearchProps, "typed" | "onType" | "eventId" | "isExit" | "listId" | "onPick"> & {
  onAdd: ((fullName: string) => void) | null;
};

function Search({ typed, onType, eventId, isExit, listId, onPick, onAdd }: SearchProps) {
  const text = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const isOffline = useIsOffline();
  const found = useFoundGuests(text, { eventId, listId });
  const isHelpers = useHelper(onAdd !== null) !== undefined;
  return (
    <>
      <Field
        label={isHelpers ? SEARCH_COPY.helpersField : SEARCH_COPY.field}
        hint={typed === "" ? SEARCH_COPY.hint : undefined}
      >
        <Input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      </Field>
      {/* Fixed height, so that the field stays in place. */}
      <section
        aria-label={SEARCH_COPY.title}
        aria-live="polite"
        className="-mx-2 -mt-3 min-h-0 flex-1 overflow-y-auto px-2 sm:h-96 sm:flex-none"
      >
        {found.kind === "searching" ? <LoadingState text={SEARCH_COPY.searching} /> : null}
        {found.kind === "failed" ? <ErrorState title={SEARCH_COPY.failed} query={found.query} /> : null}
        {found.kind === "found" ? (
          <Guests
            isHelpers={isHelpers}
            {...found}
            text={text}
            eventId={eventId}
            isExit={isExit}
            onPick={onPick}
            // Adding needs the server, and digits are not a name.
            onAdd={
              onAdd && !isExit && !isOffline && !found.isByList
                ? () => onAdd(/\d/.test(typed) ? "" : typed.trim())
                : null
            }
          />
        ) : null}
      </section>
    </>
  );
}

type GuestsProps = Pick<GuestSearchProps, "eventId" | "isExit" | "onPick"> & {
  text: string;
  guests: GuestSearchResult[];
  total: number;
  isByList: boolean;
  isHelpers: boolean;
  resultOf: (attendee: Attendee) => GuestSearchResult;
  onAdd: (() => void) | null;
};

function Guests({
  text,
  guests,
  total,
  isByList,
  isHelpers,
  eventId,
  isExit,
  onPick,
  resultOf,
  onAdd,
}: GuestsProps) {
  const rowOf = (guest: GuestSearchResult) => (
    <GuestRow
      key={guest.id}
      guest={guest}
      namesEvent={eventId === null}
      isExit={isExit}
      onPick={() => onPick(guest.ticket)}
    />
  );
  return (
    <>
      {isByList && !isHelpers ? <p className="text-sm text-text-muted">{LIST_SEARCH_NOTE}</p> : null}
      {guests.length === 0 ? (
        <NobodyFound
          text={text}
          eventId={eventId}
          isOnline={!isByList}
          rowOf={(attendee) => rowOf(resultOf(attendee))}
          onAdd={onAdd}
        />
      ) : (
        <ul className="divide-y">{expectedFirst(guests, isExit).map(rowOf)}</ul>
      )}
      {total > guests.length ? (
        <p className="py-3 text-center text-sm text-text-muted">{shownOfFound(guests.length, total)}</p>
      ) : null}
    </>
  );
}
