import { UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Door } from "@/features/checkin/door/door-state";
import type { Ticket } from "@/features/checkin/door/scan";
import { checkInMore } from "@/features/checkin/party/copy";
import { type PartyDoor, useParty } from "@/features/checkin/party/use-party";
import { isOwing, isUndecided } from "@/features/checkin/verdict/verdict";

interface PartyOfferProps {
  door: PartyDoor & Pick<Door, "phase" | "shown">;
  isSignedIn: boolean;
  onPick: (ticket: Ticket) => void;
}

/** contract 2: one tap lets in the rest of a party. Each is a scan of its own, taken once the one before is decided. */
export function PartyOffer({ door, isSignedIn, onPick }: PartyOfferProps) {
  const [queue, setQueue] = useState<readonly string[]>([]);
  const party = useParty(door, isSignedIn);
  const isDeciding = door.phase.kind === "deciding";
  // Without an answer to one of them the rest waits for a person.
  const isStuck = door.shown !== null && isUndecided(door.shown.verdict);
  // Who is in already, refused or owes money is seen before the next one is taken.
  const isToBeSeen =
    door.shown !== null && (door.shown.verdict.kind !== "admitted" || isOwing(door.shown.verdict));
  const [next, ...rest] = queue;
  useEffect(() => {
    if (next === undefined || isDeciding || (isToBeSeen && !isStuck)) return;
    setQueue(isStuck ? [] : rest);
    if (!isStuck) onPick({ qrData: next });
  });

  if (!party || queue.length > 0 || isDeciding) return null;
  return (
    // No taller than it must be: the verdict above keeps its room.
    <Button
      className="-my-1 max-sm:order-last max-sm:my-0.5 max-sm:basis-full"
      onClick={() => {
        const [first, ...others] = party;
        if (first === undefined) return;
        setQueue(others);
        onPick({ qrData: first });
      }}
    >
      <UsersRound aria-hidden="true" />
      {checkInMore(party.length)}
    </Button>
  );
}
