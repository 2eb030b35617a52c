import { FIELD_LABEL, REGISTER_COPY } from "@/features/attendees/copy";

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

export const AS_BEFORE_COPY = { fill: (choices: string) => `As before: ${choices}` } as const;

export function amountHint(quantity: number, isPartial: boolean): string {
  if (quantity > 1) return `For each of the ${quantity} tickets`;
  return isPartial ? FIELD_LABEL.partialHint : REGISTER_COPY.amountHint;
}

export const DOOR_GUEST_COPY = { submit: "Add and let in" } as const;
