import { useState } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { TypeMark } from "@/components/ui/type-mark";
import { tableText } from "@/features/door/copy";
import { allOf, checkIn, PARTY_COPY } from "@/features/door/ui/party/copy";

interface PartyDialogProps {
  others: readonly Attendee[];
  onClose: () => void;
  /** The texts of the ticked guests' tickets. */
  onCheckIn: (tickets: readonly string[]) => void;
}

/** The others of a party by name, none ticked: who stands at the door is a person's choice (contract 2.scan.620). */
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
