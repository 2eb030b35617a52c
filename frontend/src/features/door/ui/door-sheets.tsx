import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PartBoundary } from "@/components/ui/part-boundary";
import { LoadingState } from "@/components/ui/states";
import type { Direction } from "@/features/door/core/decide";
import type { Door } from "@/features/door/core/door-state";
import { togetherOf } from "@/features/door/core/recent-scans";
import type { useDoor } from "@/features/door/scan/use-door";
import { useTypedTicket } from "@/features/door/scan/use-typed-ticket";
import { SEARCH_LOADING } from "@/features/door/ui/copy";
import { GuestDialog } from "@/features/door/ui/lazy-components";
import type { AddForm } from "@/features/door/ui/search/guest-search";
import type { useSheet } from "@/features/door/ui/use-sheet";

/** Loaded after the scanner (decision 0025). */
const GuestSearch = lazyComponent(
  async () => (await import("@/features/door/ui/search/guest-search")).GuestSearch,
  <LoadingState text={SEARCH_LOADING} />,
);

interface DoorSheetsProps {
  sheet: ReturnType<typeof useSheet>;
  /** For `lazyComponent`: null while no sheet is open. */
  onClose: (() => void) | null;
  act: Pick<ReturnType<typeof useDoor>, "undo" | "noteUndone" | "noteGuest" | "pick" | "typed">;
  door: Pick<Door, "recent" | "party">;
  /** Null for all events. */
  eventId: number | null;
  /** Null where exits are not counted. */
  direction: Direction | null;
  /** Null for the entrance. */
  listId: number | null;
  isSignedIn: boolean;
  /** The form for a new guest; null without a session. */
  addForm: AddForm | null;
}

/** The sheets over the camera: a recent scan's guest, or the search. */
export function DoorSheets({
  sheet,
  act,
  door,
  eventId,
  direction,
  listId,
  isSignedIn,
  addForm,
}: DoorSheetsProps) {
  const opened = door.recent.find(({ key }) => key === sheet.guest);
  const isGone = sheet.guest !== null && !opened;
  const { close } = sheet;
  // A ticket typed by a hardware scanner closes the search; it reopens with its text.
  const [searched, setSearched] = useState("");
  const leaveSearch = () => {
    setSearched("");
    close();
  };
  // A guest who drops off Recent Scans must not keep the camera paused.
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  useTypedTicket((ticket) => {
    close();
    act.typed(ticket);
  });
  return (
    // A sheet that fails to render closes, so that the camera resumes.
    <PartBoundary onFail={leaveSearch}>
      {opened ? (
        <GuestDialog
          scan={opened}
          together={togetherOf(door.party, opened.key)}
          eventId={eventId}
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
          isExit={direction === "out"}
          listId={listId}
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
