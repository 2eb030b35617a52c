import { formatCount } from "@/lib/count";

/** Beneath a payment or an amount paid (contract 2.add-attendee.970, 1062). */
export const AMOUNT_NOTE_COPY = {
  price: (price: string) => `The ticket price is ${price}.`,
  total: (tickets: number, price: string, total: string) => `${formatCount(tickets)} × ${price} = ${total}`,
  whole: "That is the whole ticket price.",
  choosePaid: "Choose the status 'paid'.",
  above: (more: string, price: string) => `${more} more than the ticket price of ${price}.`,
  below: (less: string, price: string) =>
    `${less} less than the ticket price of ${price}. With the status 'paid' nothing is owed.`,
  open: (owed: string, price: string) => `${owed} of the ticket price of ${price} stays open.`,
} as const;
