import type { ReactNode } from "react";
import type { PreviewOfMany } from "@/api/types";
import { CHANGE_COPY } from "@/features/attendees/change/copy";
import { isPartial, isUnusualPayment } from "@/features/attendees/rules";
import { formatMoney } from "@/lib/money";

/** The sums paid and owed before and after a change (contract 2.manage.1090). */
export function ChangeEffect({ preview }: { preview: PreviewOfMany | "reading" }) {
  const isRead = preview !== "reading";
  return (
    <div
      aria-busy={!isRead}
      className="sticky bottom-0 flex min-h-18 flex-col justify-center gap-2 rounded-md bg-surface-muted px-4 py-3 text-sm tabular-nums"
    >
      {isRead ? <EffectSums preview={preview} /> : <p className="text-text-muted">{CHANGE_COPY.reading}</p>}
    </div>
  );
}

function EffectSums({ preview }: { preview: PreviewOfMany }) {
  const { amountPaidCents, amountPaidAfterCents, owedCents, owedAfterCents } = preview;
  return (
    <>
      <dl aria-label={CHANGE_COPY.effect} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Sums label={CHANGE_COPY.paidSum} before={amountPaidCents} after={amountPaidAfterCents} />
        <Sums label={CHANGE_COPY.owedSum} before={owedCents} after={owedAfterCents} />
      </dl>
      {notesOn(preview).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}

const notesOn = ({ paidByFreeCents, owedByFreeCents, belowPrice, abovePrice }: PreviewOfMany): string[] => [
  ...(paidByFreeCents > 0 ? [CHANGE_COPY.paidByFree(formatMoney(paidByFreeCents))] : []),
  ...(owedByFreeCents > 0 ? [CHANGE_COPY.owedByFree(formatMoney(owedByFreeCents))] : []),
  ...(belowPrice > 0 ? [CHANGE_COPY.belowPrice(belowPrice)] : []),
  ...(abovePrice > 0 ? [CHANGE_COPY.abovePrice(abovePrice)] : []),
];

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

/** The note on a payment that is refused, or that no form offers. */
export function paymentHint(status: string): ReactNode {
  if (isPartial(status)) return CHANGE_COPY.partial;
  return isUnusualPayment(status) ? <strong>{CHANGE_COPY.countsAsUnpaid}</strong> : null;
}
