import { useQuery } from "@tanstack/react-query";
import { UserRoundX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { EmptyState, ErrorState, LoadingState } from "@/components/ui/states";
import { guestSearchQuery } from "@/features/checkin/api";
import { SEARCH_COPY, shownOfFound } from "@/features/checkin/copy";
import { SEARCH_MAX } from "@/features/checkin/rules";
import { GuestRow } from "@/features/checkin/search/guest-row";
import { useDebouncedValue } from "@/features/checkin/search/use-debounced-value";

interface GuestSearchProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The event of the door, null for all events. */
  eventId: number | null;
  /** How the list of attendees shows a payment. */
  paymentOf: (guest: Attendee) => ReactNode;
  onPick: (guest: Attendee) => void;
}

/** A guest without a phone, or with a cracked one, is found by name and let in by one tap. */
export function GuestSearch({ open, onOpenChange, ...search }: GuestSearchProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={SEARCH_COPY.title}
      phone="screen"
      actions={
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          {SEARCH_COPY.close}
        </Button>
      }
    >
      <Search {...search} />
    </Dialog>
  );
}

function Search({ eventId, paymentOf, onPick }: Omit<GuestSearchProps, "open" | "onOpenChange">) {
  const [typed, setTyped] = useState("");
  const text = useDebouncedValue(typed.trim());
  const found = useQuery(guestSearchQuery(text, eventId));
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
        {text === "" ? null : found.isPending ? <LoadingState text={SEARCH_COPY.searching} /> : null}
        {found.isError ? (
          <ErrorState
            title={SEARCH_COPY.failed}
            onRetry={() => found.refetch()}
            retrying={found.isFetching}
          />
        ) : null}
        {found.data?.rows.length === 0 ? (
          <EmptyState
            icon={<UserRoundX aria-hidden="true" />}
            title={SEARCH_COPY.nobody}
            description={eventId === null ? SEARCH_COPY.nobodyHint : SEARCH_COPY.nobodyOfEvent}
          />
        ) : null}
        <ul className="divide-y">
          {found.data?.rows.map((guest) => (
            <GuestRow
              key={guest.id}
              guest={guest}
              namesEvent={eventId === null}
              payment={paymentOf(guest)}
              onPick={() => onPick(guest)}
            />
          ))}
        </ul>
        {found.data?.next ? (
          <p className="py-3 text-center text-sm text-text-muted">
            {shownOfFound(found.data.rows.length, found.data.total ?? 0)}
          </p>
        ) : null}
      </section>
    </>
  );
}
