/** Words of several tickets for one buyer: contract 2, 5 and 8. */
export const QUANTITY_COPY = {
  label: "How many",
  names: (quantity: number) =>
    quantity === 2 ? "The other name ends in (2)" : `The other names end in (2) to (${quantity})`,
  wrong: "Enter a number from 1 to 50",
  done: (count: number) => ({
    title: "Success",
    description: `${count} attendees added and QR codes generated!`,
  }),
} as const;

/** Offered beside the words of the hint. */
export const MORE_PAYMENTS = ["unpaid"] as const;

/** A guest who is added at the door: contract 2.scan. */
export const DOOR_GUEST_COPY = { submit: "Add and let in" } as const;
