import { centsOf } from "@/components/form/money-text";
import { AMOUNT_NOTE_COPY } from "@/features/attendees/amount-copy";
import { isPaid, isPartial } from "@/features/attendees/rules";
import { formatMoney } from "@/lib/money";

interface PaymentValues {
  paymentStatus: string;
  /** As typed, or "" where none will be stored. */
  amountPaid: string;
  /** The number of tickets, 1 by default. */
  tickets?: number;
}

export interface TypedPayment extends PaymentValues {
  /** The event, whose price holds where the ticket type has none. */
  event: { id: number; ticketPriceCents: number | null };
  /** The id of a ticket type; none is "". */
  ticketTypeId: string;
}

const isComplimentary = (status: string): boolean => /^\s*(?:free|comp)\s*$/i.test(status);

/** The price of the ticket, or how far the amount is from it (contract 2.add-attendee.970). Nothing without a price. */
export function amountNote(
  priceCents: number | null,
  { paymentStatus, amountPaid, tickets = 1 }: PaymentValues,
): string | null {
  if (priceCents === null || isComplimentary(paymentStatus)) return null;
  const paid = centsOf(amountPaid);
  const price = formatMoney(priceCents);
  if (paid === null && tickets > 1)
    return AMOUNT_NOTE_COPY.total(tickets, price, formatMoney(priceCents * tickets));
  if (paid === null) return AMOUNT_NOTE_COPY.price(price);
  if (paid < 0) return null;
  if (paid >= priceCents) return wholeNote(paid, priceCents, isPartial(paymentStatus));
  const missing = formatMoney(priceCents - paid);
  return isPaid(paymentStatus)
    ? AMOUNT_NOTE_COPY.below(missing, price)
    : AMOUNT_NOTE_COPY.open(missing, price);
}

/** The note on an amount of at least the price, which is not partial. */
function wholeNote(paidCents: number, priceCents: number, isPart: boolean): string | null {
  const { above, whole, choosePaid } = AMOUNT_NOTE_COPY;
  const more = paidCents - priceCents;
  if (more === 0) return isPart ? `${whole} ${choosePaid}` : null;
  const note = above(formatMoney(more), formatMoney(priceCents));
  return isPart ? `${note} ${choosePaid}` : note;
}

/** Beneath the amount or the payment of a form. It never keeps a payment from being saved. */
export function AmountNote({ priceCents, ...payment }: PaymentValues & { priceCents: number | null }) {
  return <span className="mt-1 block tabular-nums empty:hidden">{amountNote(priceCents, payment)}</span>;
}
