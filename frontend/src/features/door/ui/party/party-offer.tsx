import { UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Door } from "@/features/door/core/door-state";
import type { Ticket } from "@/features/door/core/scan";
import { isOwing, isUndecided } from "@/features/door/core/verdict";
import { moreOfParty } from "@/features/door/ui/party/copy";
import { PartyDialog } from "@/features/door/ui/party/party-dialog";
import { type PartyDoor, type PartyOutside, useParty } from "@/features/door/ui/party/use-party";

interface PartyOfferProps {
  door: PartyDoor & Pick<Door, "phase" | "shown">;
  isSignedIn: boolean;
  /** Whether the names are open; the camera's picture is not read meanwhile. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `partyOf` is the key of the scan of the first of the party. */
  onPick: (ticket: Ticket, partyOf: string) => void;
}

type Queue = { first: string; tickets: readonly string[] };

const NOBODY: Queue = { first: "", tickets: [] };

/** contract 2: the rest of a party, by name. Each is a scan of its own, taken once the one before is decided. */
export function PartyOffer({ door, isSignedIn, open, onOpenChange, onPick }: PartyOfferProps) {
  const [queue, setQueue] = useState(NOBODY);
  // The names stay as they were opened: the offer may end meanwhile.
  const [opened, setOpened] = useState<PartyOutside | null>(null);
  const party = useParty(door, isSignedIn);
  const isDeciding = door.phase.kind === "deciding";
  // Without an answer to one of them the rest waits for a person.
  const isStuck = door.shown !== null && isUndecided(door.shown.verdict);
  // Who is in already, refused or owes money is seen before the next one is taken.
  const isToBeSeen =
    door.shown !== null && (door.shown.verdict.kind !== "admitted" || isOwing(door.shown.verdict));
  const { first, tickets } = queue;
  const [next, ...rest] = tickets;
  useEffect(() => {
    if (next === undefined || isDeciding || (isToBeSeen && !isStuck)) return;
    setQueue(isStuck ? NOBODY : { first, tickets: rest });
    if (!isStuck) onPick({ qrData: next }, first);
  });

  return (
    <>
      {party && tickets.length === 0 && !isDeciding ? (
        // No taller than it must be: the verdict above keeps its room.
        <Button
          className="-my-1 max-sm:order-last max-sm:my-0.5 max-sm:basis-full"
          aria-haspopup="dialog"
          onClick={() => {
            setOpened(party);
            onOpenChange(true);
          }}
        >
          <UsersRound aria-hidden="true" />
          {moreOfParty(party.others.length)}
        </Button>
      ) : null}
      {open && opened ? (
        <PartyDialog
          others={opened.others}
          onClose={() => onOpenChange(false)}
          onCheckIn={(chosen) => {
            onOpenChange(false);
            setQueue({ first: opened.first, tickets: chosen });
          }}
        />
      ) : null}
    </>
  );
}
