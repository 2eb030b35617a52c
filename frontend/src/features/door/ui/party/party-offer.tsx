import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useIsOffline } from "@/api/live/live-state";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { TypeMark } from "@/components/ui/type-mark";
import { tableText } from "@/features/door/copy";
import type { Door } from "@/features/door/core/door-state";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { PARTY_OFFER_EXPIRES_MS } from "@/features/door/core/rules";
import type { Ticket } from "@/features/door/core/scan";
import { isOwing, isUndecided } from "@/features/door/core/verdict";
import { allOf, checkIn, moreOfParty, PARTY_COPY } from "@/features/door/ui/copy";
import { partyQuery } from "@/features/door/ui/party/api";
import { now } from "@/lib/clock";

interface PartyOfferProps {
  door: PartyDoor & Pick<Door, "phase" | "shown">;
  isSignedIn: boolean;
  /** The camera pauses while the names are shown. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `partyOf` is the key of the party's first scan. */
  onPick: (ticket: Ticket, partyOf: string) => void;
}

type Queue = { first: string; tickets: readonly string[] };

const NOBODY: Queue = { first: "", tickets: [] };

/** The rest of a party, by name (contract 2). Each guest is a scan, decided after the previous one. */
export function PartyOffer({ door, isSignedIn, open, onOpenChange, onPick }: PartyOfferProps) {
  const [queue, setQueue] = useState(NOBODY);
  // A snapshot, because the offer may end meanwhile.
  const [opened, setOpened] = useState<PartyOutside | null>(null);
  const party = useParty(door, isSignedIn);
  const isDeciding = door.phase.kind === "deciding";
  // After an unanswered scan the rest waits for a person.
  const isStuck = door.shown !== null && isUndecided(door.shown.verdict);
  // A verdict other than 'Check-in Complete', or an amount due, must be seen first.
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
        // Low, to leave room for the verdict above.
        <Button
          className="-my-1 max-sm:order-last max-sm:my-0.5 max-sm:basis-full"
          aria-haspopup="dialog"
          onClick={() => {
            setOpened(party);
            onOpenChange(true);
          }}
        >
          <UsersRound />
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

export type PartyDoor = Pick<Door, "recent" | "last">;

export interface PartyOutside {
  /** Key of the first scan. */
  first: string;
  others: readonly Attendee[];
}

/** The guest just admitted, confirmed by the server. */
function justLetIn({ recent: [latest], last }: PartyDoor): RecentScan | null {
  if (!latest?.guest || latest.status !== "success" || latest.isUndone || latest.isUnconfirmed) return null;
  // After another ticket's verdict a tap would be for the wrong party.
  if (last?.scan && last.scan.idempotencyKey !== latest.key) return null;
  return now() - latest.time < PARTY_OFFER_EXPIRES_MS ? latest : null;
}

/** Party members of the last guest who are still out; null without any, or without a response. */
export function useParty(door: PartyDoor, isSignedIn: boolean): PartyOutside | null {
  const isOffline = useIsOffline();
  const latest = justLetIn(door);
  const { data } = useQuery(partyQuery(latest?.guest?.id ?? 0, isSignedIn && !isOffline && latest !== null));
  if (!latest || !data || data.length === 0 || isOffline) return null;
  // A second choice continues the same party.
  const partyOf = door.last?.scan?.partyOf;
  return { first: partyOf ?? latest.key, others: data };
}

interface PartyDialogProps {
  others: readonly Attendee[];
  onClose: () => void;
  /** QR texts of the ticked guests. */
  onCheckIn: (tickets: readonly string[]) => void;
}

/** The other guests of a party, none ticked: a person chooses (contract 2.scan.620). */
export function PartyDialog({ others, onClose, onCheckIn }: PartyDialogProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const all = others.map(({ qrCodeData }) => qrCodeData);
  const tick = (ticket: string, isOn: boolean) =>
    setTicked(isOn ? [...ticked, ticket] : ticked.filter((other) => other !== ticket));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={PARTY_COPY.title}
      description={PARTY_COPY.hint}
      actions={
        <>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {PARTY_COPY.close}
          </Button>
          <Button
            size="lg"
            disabled={ticked.length === 0}
            onClick={() => onCheckIn(all.filter((ticket) => ticked.includes(ticket)))}
          >
            {checkIn(ticked.length)}
          </Button>
        </>
      }
    >
      <div className="-mx-3">
        {all.length > 1 ? (
          <Checkbox
            label={allOf(all.length)}
            className="w-full font-semibold"
            checked={ticked.length === all.length}
            mixed={ticked.length > 0 && ticked.length < all.length}
            onChange={({ target }) => setTicked(target.checked ? all : [])}
          />
        ) : null}
        <ul className="divide-y border-t">
          {others.map(({ id, fullName, tableNumber, qrCodeData, ticketType }) => (
            <li key={id} className="flex min-h-14 items-center gap-3 pr-3">
              <Checkbox
                label={fullName}
                className="wrap-anywhere min-w-0 flex-1 self-stretch"
                checked={ticked.includes(qrCodeData)}
                onChange={({ target }) => tick(qrCodeData, target.checked)}
              />
              {ticketType ? <TypeMark type={ticketType} className="max-w-1/3 text-sm" /> : null}
              <span className="shrink-0 text-sm text-text-muted tabular-nums">{tableText(tableNumber)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
