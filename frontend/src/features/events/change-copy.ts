import { changedPriceNote } from "@/lib/amount";
import { counted } from "@/lib/count";

const guests = (count: number, one: string, many: string): string =>
  counted(count, `guest ${one}`, `guests ${many}`);

export const CHANGE_COPY = {
  /** `fields` such as `date and time`. */
  moved: (registered: number, inside: number, fields: string) =>
    `${inside > 0 ? `${guests(inside, "is", "are")} in already, and ` : ""}${guests(registered, "has a ticket", "have tickets")} with the former ${fields}.`,
  price: changedPriceNote,
  priceOfSome: "The change also counts for guests who still owe, unless their ticket type has its own price.",
};
