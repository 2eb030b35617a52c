import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CHECK_AGAIN, tableText } from "@/features/door/copy";
import type { ContradictedGuest } from "@/features/door/core/contradiction";
import { CHECK_AGAIN_ID, DISMISS, dismissOf, scannedAt } from "@/features/door/ui/copy";
import { checkAgainText } from "@/features/door/ui/guest-moment";
import { formatMoment } from "@/lib/event-date";

interface CheckAgainCardsProps {
  guests: readonly ContradictedGuest[];
  onDismiss: (key: string) => void;
}

/** Guests for whom the server contradicts the verdict, until dismissed (contract 4.offline.7). */
export function CheckAgainCards({ guests, onDismiss }: CheckAgainCardsProps) {
  return (
    <section
      id={CHECK_AGAIN_ID}
      aria-label={CHECK_AGAIN.title}
      aria-live="polite"
      tabIndex={-1}
      className="flex scroll-mt-4 flex-col gap-3 outline-none empty:absolute"
    >
      {guests.map((guest) => (
        <CheckAgainCard key={guest.key} guest={guest} onDismiss={() => onDismiss(guest.key)} />
      ))}
    </section>
  );
}

function CheckAgainCard({ guest, onDismiss }: { guest: ContradictedGuest; onDismiss: () => void }) {
  const { name, table, scannedAt: at, again } = guest;
  return (
    <div className="flex flex-col gap-1 rounded-md border border-warning bg-warning-soft p-4 text-on-warning-soft">
      <p className="flex items-center gap-2 font-medium text-sm">
        <TriangleAlert className="size-5 shrink-0" />
        {CHECK_AGAIN.title}
      </p>
      <p data-key-text className="wrap-anywhere line-clamp-6 font-semibold text-lg sm:text-xl" dir="auto">
        {name ?? CHECK_AGAIN.unnamed}
      </p>
      <p data-key-text className="wrap-anywhere font-medium">
        {checkAgainText(again)}
      </p>
      <div className="mt-2 flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm tabular-nums">
          {table === null ? null : <span className="inline-block pr-3">{tableText(table)}</span>}
          <span className="inline-block">{scannedAt(formatMoment(at))}</span>
        </p>
        <Button
          variant="secondary"
          className="shrink-0"
          aria-label={dismissOf(name ?? CHECK_AGAIN.unnamed)}
          onClick={({ currentTarget }) => {
            currentTarget.closest("section")?.focus({ preventScroll: true });
            onDismiss();
          }}
        >
          {DISMISS}
        </Button>
      </div>
    </div>
  );
}
