import type { ReactNode } from "react";
import type { PreviewOfMany } from "@/api/types";
import { Checkbox } from "@/components/ui/checkbox";
import { CHANGE_COPY } from "@/features/attendees/change/copy";
import { isPartial, isUnusualPayment } from "@/features/attendees/rules";
import { formatMoney } from "@/lib/money";

interface ChangeEffectProps {
  preview: PreviewOfMany | "reading";
  isPaidInFull: boolean;
  onPaidInFull: (isPaidInFull: boolean) => void;
}

/** The sums paid and owed before and after a change (contract 2.manage.1090). */
export function ChangeEffect({ preview, isPaidInFull, onPaidInFull }: ChangeEffectProps) {
  const isRead = preview !== "reading";
  return (
    <div className="contents text-sm tabular-nums">
      <div
        aria-busy={!isRead}
        className="sticky bottom-0 flex min-h-18 flex-col justify-center rounded-md bg-surface-muted px-4 py-3"
      >
        {isRead ? (
          <AllSums preview={preview} isPaidInFull={isPaidInFull} />
        ) : (
          <p className="text-text-muted">{CHANGE_COPY.reading}</p>
        )}
      </div>
      <div className="-mt-3 flex flex-col gap-1 px-4 empty:hidden">
        {isRead ? notesOn(preview).map((note) => <p key={note}>{note}</p>) : null}
        {isRead && preview.belowPrice > 0 ? (
          <Checkbox
            label={CHANGE_COPY.paidInFull(preview.belowPrice, formatMoney(preview.belowPriceCents))}
            checked={isPaidInFull}
            onChange={({ target }) => onPaidInFull(target.checked)}
            className="-ml-3"
          />
        ) : null}
      </div>
    </div>
  );
}

/** With `isPaidInFull` the amounts below the price are paid up to it. */
function AllSums({ preview, isPaidInFull }: { preview: PreviewOfMany; isPaidInFull: boolean }) {
  const { amountPaidCents, amountPaidAfterCents, belowPriceCents, owedCents, owedAfterCents } = preview;
  const paidAfterCents = amountPaidAfterCents + (isPaidInFull ? belowPriceCents : 0);
  return (
    <dl aria-label={CHANGE_COPY.effect} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <Sums label={CHANGE_COPY.paidSum} before={amountPaidCents} after={paidAfterCents} />
      <Sums label={CHANGE_COPY.owedSum} before={owedCents} after={owedAfterCents} />
    </dl>
  );
}

function notesOn(preview: PreviewOfMany): string[] {
  const { paidByFreeCents, owedByFreeCents, partPaymentsCents, abovePrice, abovePriceCents } = preview;
  return [
    ...(paidByFreeCents > 0 ? [CHANGE_COPY.paidByFree(formatMoney(paidByFreeCents))] : []),
    ...(partPaymentsCents > 0 ? [CHANGE_COPY.partPayments(formatMoney(partPaymentsCents))] : []),
    ...(owedByFreeCents > 0 ? [CHANGE_COPY.owedByFree(formatMoney(owedByFreeCents))] : []),
    ...(abovePrice > 0 ? [CHANGE_COPY.abovePrice(abovePrice, formatMoney(abovePriceCents))] : []),
  ];
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

/** The note on a payment that is refused, or that no form offers. */
export function paymentHint(status: string): ReactNode {
  if (isPartial(status)) return CHANGE_COPY.partial;
  return isUnusualPayment(status) ? <strong>{CHANGE_COPY.countsAsUnpaid}</strong> : null;
}
