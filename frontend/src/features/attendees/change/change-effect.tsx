import type { PreviewOfMany } from "@/api/types";
import { CHANGE_COPY } from "@/features/attendees/change/copy";
import { formatMoney } from "@/lib/money";

/** The sums paid and owed before and after a change (contract 2.manage.1090). */
export function ChangeEffect({ preview }: { preview: PreviewOfMany }) {
  const { amountPaidCents, amountPaidAfterCents, owedCents, owedAfterCents } = preview;
  return (
    <dl
      aria-label={CHANGE_COPY.effect}
      className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md bg-surface-muted px-4 py-3 text-sm tabular-nums"
    >
      <Sums label={CHANGE_COPY.paidSum} before={amountPaidCents} after={amountPaidAfterCents} />
      <Sums label={CHANGE_COPY.owedSum} before={owedCents} after={owedAfterCents} />
    </dl>
  );
}

interface SumsProps {
  label: string;
  /** In cents; null where a ticket price is unknown. */
  before: number | null;
  after: number | null;
}

function Sums({ label, before, after }: SumsProps) {
  return (
    <>
      <dt className="text-text-muted">{label}</dt>
      <dd>
        {before === after ? (
          CHANGE_COPY.stays(sum(before))
        ) : (
          <>
            {sum(before)} <span aria-hidden="true">→</span>
            <span className="sr-only">{CHANGE_COPY.afterwards}</span> <strong>{sum(after)}</strong>
          </>
        )}
      </dd>
    </>
  );
}

const sum = (cents: number | null): string => (cents === null ? CHANGE_COPY.unknownSum : formatMoney(cents));
