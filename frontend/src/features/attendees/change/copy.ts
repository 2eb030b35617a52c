import type { Attendee } from "@/api/types";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { formatTable, ROW_COPY } from "@/features/attendees/row-copy";
import { CHANGED_PER_REQUEST_MAX, isPaid, isPartial, NOT_GIVEN } from "@/features/attendees/rules";
import { amountChange } from "@/lib/amount-change";
import { counted, formatCount } from "@/lib/count";
import { formatMoney } from "@/lib/money";

const attendees = (count: number): string => counted(count, "attendee", "attendees");

export const CHANGE_COPY = {
  button: "Change",
  title: (count: number) => `Change ${attendees(count)}`,
  text: "A field that you leave blank stays as it is.",
  tooMany: `At most ${formatCount(CHANGED_PER_REQUEST_MAX)} attendees can be changed at once. Select fewer, or narrow the filters.`,
  unchanged: "No change",
  nothing: "Fill in at least one field",
  paid: "Guests who still owe have then paid the rest of the ticket price, and free guests all of it.",
  unpaid: "The amounts that paid guests have paid are removed.",
  partial: "A part payment needs its amount. Edit these guests one by one.",
  cancel: "Cancel",
  confirm: (count: number) => `Change ${formatCount(count)}`,
  changing: "Changing...",
  adds: (amount: string, owing: number) =>
    `Adds ${amount} to the amounts paid, from ${counted(owing, "guest who owes", "guests who owe")} it.`,
  addsPrices: (free: number) => `Adds the ticket price of ${counted(free, "free guest", "free guests")}.`,
  removes: (amount: string) => `Removes ${amount} from the amounts paid.`,
  done: (count: number, unchanged: number, what: string) => ({
    title: "Success",
    description:
      unchanged === 0
        ? `${attendees(count)} changed: ${what}`
        : `${attendees(count)} changed: ${what}. ${formatCount(unchanged)} had these values already`,
  }),
  noneChanged: (count: number) => ({
    title: "Nothing to change",
    description:
      count === 1
        ? "The attendee has these values already"
        : `All ${attendees(count)} have these values already`,
  }),
  failure: { title: "Nothing was changed", fallback: "The change failed. Please try again." },
  dropped: (missing: number, left: number) =>
    `${counted(missing, "selected attendee was", "selected attendees were")} deleted or no longer ${missing === 1 ? "matches" : "match"}. Nothing was changed. Press again to change the other ${formatCount(left)}.`,
  noneLeft: {
    title: "Nothing was changed",
    description: "The selected attendees were deleted or no longer match.",
    variant: "destructive",
  },
  unconfirmed: {
    title: "Not confirmed",
    fallback:
      "The server did not answer, so the change may have been made. Try again: it is made only once, and 'Undo' brings back the values from before.",
  },
} as const;

const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);

/** The effect of a payment on the amounts paid of these attendees; in general for none. */
export function paymentHint(status: string, of: readonly Attendee[]): string | null {
  // A partial payment is refused.
  if (!status.trim() || isPartial(status)) return null;
  const inGroup = (group: Attendee["paymentGroup"]) =>
    of.filter(({ paymentGroup }) => paymentGroup === group);
  if (!isPaid(status)) {
    if (of.length === 0) return CHANGE_COPY.unpaid;
    const paid = sumOf(inGroup("paid").map(({ amountPaidCents }) => amountPaidCents));
    return paid > 0 ? CHANGE_COPY.removes(formatMoney(paid)) : null;
  }
  const owing = inGroup("owed");
  // Without a ticket price nothing is known.
  if (of.length === 0 || owing.some(({ owedCents }) => owedCents === null)) return CHANGE_COPY.paid;
  const owed = sumOf(owing.map(({ owedCents }) => owedCents));
  const free = inGroup("complimentary").length;
  const parts = [
    owed > 0 ? CHANGE_COPY.adds(formatMoney(owed), owing.length) : null,
    free > 0 ? CHANGE_COPY.addsPrices(free) : null,
  ];
  return parts.filter(Boolean).join(" ") || null;
}

/** 'Table 12, paid, $950.00 added to the amounts paid'. The name of a ticket type is unknown here. */
export function whatChanged(
  {
    tableNumber,
    paymentStatus,
    ticketTypeId,
  }: Record<"tableNumber" | "paymentStatus" | "ticketTypeId", string>,
  amountChangeCents: number,
): string {
  const table = tableNumber.trim();
  return [
    table ? (table === NOT_GIVEN ? ROW_COPY.noTable : formatTable(Number(table))) : null,
    paymentStatus.trim() || null,
    ticketTypeId ? FIELD_LABEL.ticketType : null,
    amountChange(amountChangeCents),
  ]
    .filter(Boolean)
    .join(", ");
}
