import { FIELD_LABEL } from "@/features/attendees/copy";

/** Words of several tickets for one buyer: contract 2, 5 and 8. */
export const QUANTITY_COPY = {
  label: "How many",
  names: (quantity: number, fullName: string) => {
    const name = fullName || FIELD_LABEL.fullName;
    return quantity === 2
      ? `The other is named ${name} (2)`
      : `The others are named ${name} (2) to (${quantity})`;
  },
  wrong: "Enter a number from 1 to 50",
  done: (count: number) => ({
    title: "Success",
    description: `${count} attendees added and QR codes generated!`,
  }),
} as const;

/** A guest who is added at the door: contract 2.scan. */
export const DOOR_GUEST_COPY = { submit: "Add and let in" } as const;
