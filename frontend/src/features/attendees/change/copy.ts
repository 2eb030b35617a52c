import { NO_TYPE } from "@/components/form/type-field";
import type { ChangeValues } from "@/features/attendees/change/use-change-many";
import { formatTable, ROW_COPY } from "@/features/attendees/row-copy";
import { CHANGED_PER_REQUEST_MAX, NOT_GIVEN } from "@/features/attendees/rules";
import { amountChange } from "@/lib/amount-change";
import { counted, formatCount } from "@/lib/count";

const attendees = (count: number): string => counted(count, "attendee", "attendees");

export const CHANGE_COPY = {
  button: "Change",
  title: (count: number) => `Change ${attendees(count)}`,
  tooMany: `At most ${formatCount(CHANGED_PER_REQUEST_MAX)} attendees can be changed at once. Select fewer, or narrow the filters.`,
  unchanged: "No change",
  nothing: "Fill in at least one field",
  effect: "Sums of these attendees",
  paidSum: "Paid",
  owedSum: "Owed",
  afterwards: "afterwards",
  stays: (sum: string) => `${sum}, as before`,
  unknownSum: "unknown",
  reading: "Calculating...",
  paidByFree: (sum: string) => `Paid includes ${sum} for guests who were free.`,
  owedByFree: (sum: string) => `Owed includes ${sum} of guests who were free.`,
  partPayments: (sum: string) => `Paid includes ${sum} in part payments.`,
  abovePrice: (count: number, sum: string) =>
    `${counted(count, "has", "have")} paid ${sum} more than the ticket price.`,
  paidInFull: (count: number, sum: string) =>
    `${counted(count, "has", "have")} paid ${sum} less than the ticket price: the rest is paid now`,
  severalEvents: "Ticket types are changed for the guests of one event at a time.",
  atTable: (count: number) =>
    count === 0 ? "Nobody has it yet." : `${counted(count, "guest has", "guests have")} it.`,
  countsAsUnpaid: "This counts as unpaid.",
  partial: "A part payment needs its amount. Edit these guests one by one.",
  cancel: "Cancel",
  confirm: (count: number) => `Change ${formatCount(count)}`,
  changing: "Changing...",
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
  /** For a user who has left the dialog, and with it the second try. */
  left: {
    title: "Not confirmed",
    fallback: "The server did not answer, so the change may have been made. 'Activity' shows it if so.",
  },
} as const;

/** 'Table 12, payment paid, ticket type VIP, $950.00 added to the amounts paid'. */
export function whatChanged(
  { tableNumber, paymentStatus, ticketTypeId }: ChangeValues,
  typeName: string,
  amountChangeCents: number,
): string {
  const table = tableNumber.trim();
  return [
    table ? (table === NOT_GIVEN ? ROW_COPY.noTable : formatTable(Number(table))) : null,
    paymentStatus.trim() ? `payment ${paymentStatus.trim()}` : null,
    ticketTypeId && (ticketTypeId === NO_TYPE ? typeName : `ticket type ${typeName}`),
    amountChange(amountChangeCents),
  ]
    .filter(Boolean)
    .join(", ");
}
