import { UserRoundX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { EmptyState, ErrorState, LoadingState } from "@/components/ui/states";
import { SEARCH_MAX } from "@/features/checkin/rules";
import { LIST_SEARCH_NOTE, SEARCH_COPY, shownOfFound } from "@/features/checkin/search/copy";
import type { FoundGuest, PickedTicket } from "@/features/checkin/search/found-guest";
import { GuestRow } from "@/features/checkin/search/guest-row";
import { useDebouncedValue } from "@/features/checkin/search/use-debounced-value";
import { useFoundGuests } from "@/features/checkin/search/use-found-guests";

interface GuestSearchProps {
  onClose: () => void;
  /** The event of the door, null for all events. */
  eventId: number | null;
  /** How the list of attendees shows a payment. */
  paymentOf: (guest: Pick<Attendee, "paymentGroup" | "paymentStatus">) => ReactNode;
  onPick: (ticket: PickedTicket) => void;
}

/** A guest without a phone, or with a cracked one, is found by name and let in by one tap. */
export function GuestSearch({ onClose, ...search }: GuestSearchProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={SEARCH_COPY.title}
      phone="screen"
      actions={
        <Button variant="secondary" onClick={onClose}>
          {SEARCH_COPY.close}
        </Button>
      }
    >
      <Search {...search} />
    </Dialog>
  );
}

function Search({ eventId, paymentOf, onPick }: Omit<GuestSearchProps, "onClose">) {
  const [typed, setTyped] = useState("");
  const found = useFoundGuests(useDebouncedValue(typed.trim()), eventId);
  return (
    <>
      <Field label={SEARCH_COPY.field} hint={SEARCH_COPY.hint}>
        <Input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      {/* A height of its own, so that the field stays where it is while answers come and go. */}
      <section
        aria-label={SEARCH_COPY.title}
        aria-live="polite"
        className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 sm:h-96 sm:flex-none"
      >
        {found.kind === "searching" ? <LoadingState text={SEARCH_COPY.searching} /> : null}
        {found.kind === "failed" ? (
          <ErrorState title={SEARCH_COPY.failed} onRetry={found.tryAgain} retrying={found.isTrying} />
        ) : null}
        {found.kind === "found" ? (
          <Guests {...found} eventId={eventId} paymentOf={paymentOf} onPick={onPick} />
        ) : null}
      </section>
    </>
  );
}

type GuestsProps = Pick<GuestSearchProps, "eventId" | "paymentOf" | "onPick"> & {
  guests: FoundGuest[];
  total: number;
  isByList: boolean;
};

function Guests({ guests, total, isByList, eventId, paymentOf, onPick }: GuestsProps) {
  return (
    <>
      {isByList ? <p className="text-sm text-text-muted">{LIST_SEARCH_NOTE}</p> : null}
      {guests.length === 0 ? (
        <EmptyState
          icon={<UserRoundX aria-hidden="true" />}
          title={SEARCH_COPY.nobody}
          description={eventId === null ? SEARCH_COPY.nobodyHint : SEARCH_COPY.nobodyOfEvent}
        />
      ) : null}
      <ul className="divide-y">
        {guests.map((guest) => (
          <GuestRow
            key={guest.id}
            guest={guest}
            namesEvent={eventId === null}
            payment={paymentOf(guest)}
            onPick={() => onPick(guest.ticket)}
          />
        ))}
      </ul>
      {total > guests.length ? (
        <p className="py-3 text-center text-sm text-text-muted">{shownOfFound(guests.length, total)}</p>
      ) : null}
    </>
  );
}
