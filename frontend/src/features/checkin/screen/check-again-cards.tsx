import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CHECK_AGAIN, checkAgainCount, dismissOf, scannedAt, tableText } from "@/features/checkin/copy";
import type { GuestToCheck } from "@/features/checkin/door/guests-to-check";
import { checkAgainText } from "@/features/checkin/screen/check-again-words";
import { momentOf } from "@/features/checkin/screen/guest-moment";

const CHECK_AGAIN_ID = "check-again";

interface CheckAgainCardsProps {
  guests: readonly GuestToCheck[];
  onDismiss: (key: string) => void;
}

/** Guests of whom the server said otherwise than this door, until a person has read it (contract 4.offline.7). */
export function CheckAgainCards({ guests, onDismiss }: CheckAgainCardsProps) {
  return (
    <section
      id={CHECK_AGAIN_ID}
      aria-label={CHECK_AGAIN.title}
      aria-live="polite"
      className="flex scroll-mt-4 flex-col gap-3 empty:hidden"
    >
      {guests.map((guest) => (
        <CheckAgainCard key={guest.key} guest={guest} onDismiss={() => onDismiss(guest.key)} />
      ))}
    </section>
  );
}

function CheckAgainCard({ guest, onDismiss }: { guest: GuestToCheck; onDismiss: () => void }) {
  const { name, table, scannedAt: at, again } = guest;
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 rounded-md border border-warning bg-warning-soft p-4 text-on-warning-soft">
      <TriangleAlert aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-60 flex-1">
        <p className="font-medium text-sm">{CHECK_AGAIN.title}</p>
        <p className="wrap-anywhere line-clamp-2 font-semibold text-xl" dir="auto">
          {name ?? CHECK_AGAIN.unnamed}
        </p>
        <p className="font-medium">{checkAgainText(again)}</p>
        <p className="text-sm tabular-nums">
          {table === null ? "" : `${tableText(table)} · `}
          {scannedAt(momentOf(new Date(at).toISOString()))}
        </p>
      </div>
      <Button variant="secondary" aria-label={dismissOf(name ?? CHECK_AGAIN.unnamed)} onClick={onDismiss}>
        {CHECK_AGAIN.dismiss}
      </Button>
    </div>
  );
}

/** On a phone the camera has the whole screen: the way to the cards, while no verdict shows. */
export function CheckAgainButton({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Button
      variant="bare"
      className="absolute bottom-4 left-4 z-20 border-warning bg-warning-soft text-on-warning-soft"
      onClick={() => document.getElementById(CHECK_AGAIN_ID)?.scrollIntoView({ block: "start" })}
    >
      <TriangleAlert aria-hidden="true" />
      {checkAgainCount(count)}
    </Button>
  );
}
