import { type ReactNode, useEffect, useState } from "react";
import type { Attendee } from "@/api/types";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PartBoundary } from "@/components/ui/part-boundary";
import { LoadingState } from "@/components/ui/states";
import type { Door } from "@/features/door/core/door-state";
import { togetherOf } from "@/features/door/core/party";
import type { useDoor } from "@/features/door/scan/use-door";
import { useTypedTicket } from "@/features/door/scan/use-typed-ticket";
import { SEARCH_LOADING } from "@/features/door/ui/copy";
import { GuestDialog } from "@/features/door/ui/lazy-parts";
import type { AddForm } from "@/features/door/ui/search/guest-search";
import type { useSheet } from "@/features/door/ui/use-sheet";

/** 'Find guest' comes once the scanner stands (decision 0025). */
const GuestSearch = lazyComponent(
  async () => (await import("@/features/door/ui/search/guest-search")).GuestSearch,
  <LoadingState text={SEARCH_LOADING} />,
);

interface DoorSheetsProps {
  sheet: ReturnType<typeof useSheet>;
  /** For the loading of this part; null while nothing of it is open. */
  onClose: (() => void) | null;
  act: Pick<ReturnType<typeof useDoor>, "undo" | "noteUndone" | "noteGuest" | "pick" | "typed">;
  door: Pick<Door, "recent" | "party">;
  /** The event of the door, null for all events. */
  eventId: number | null;
  isSignedIn: boolean;
  /** How the list of attendees shows a payment. */
  paymentOf: (attendee: Pick<Attendee, "paymentGroup" | "paymentStatus">) => ReactNode;
  /** The form of a guest who is on no list; null where nobody is signed in. */
  addForm: AddForm | null;
}

/** What lies over the camera about one guest: the guest of a recent scan, or the search for one. */
export function DoorSheets({ sheet, act, door, eventId, isSignedIn, paymentOf, addForm }: DoorSheetsProps) {
  const opened = door.recent.find(({ key }) => key === sheet.guest);
  const isGone = sheet.guest !== null && !opened;
  const { close } = sheet;
  // A ticket that is typed by a hardware scanner closes the search, which then opens with its text.
  const [searched, setSearched] = useState("");
  const leaveSearch = () => {
    setSearched("");
    close();
  };
  // A guest who falls off Recent Scans must not hold the camera.
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  useTypedTicket((ticket) => {
    close();
    act.typed(ticket);
  });
  return (
    // What cannot be drawn closes: the camera must not wait for it.
    <PartBoundary onFail={leaveSearch}>
      {opened ? (
        <GuestDialog
          scan={opened}
          together={togetherOf(door.party, opened.key)}
          eventId={eventId}
          paymentOf={paymentOf}
          isSignedIn={isSignedIn}
          onUndo={act.undo}
          onUndone={act.noteUndone}
          onRead={act.noteGuest}
          onClose={sheet.close}
        />
      ) : null}
      {sheet.isOpen("search") ? (
        <GuestSearch
          eventId={eventId}
          paymentOf={paymentOf}
          addForm={addForm}
          typed={searched}
          onType={setSearched}
          onClose={leaveSearch}
          onPick={(ticket) => {
            leaveSearch();
            act.pick(ticket);
          }}
        />
      ) : null}
    </PartBoundary>
  );
}
