import type { Attendee } from "@/api/types";

const GROUPS: Record<string, Attendee["paymentGroup"]> = {
  paid: "paid",
  free: "complimentary",
  comp: "complimentary",
};

/** What a payment text counts as (contract 3), as backend/doorlist/attendees/rules.py has it: a list has the text alone. */
export function paymentGroupOf(paymentStatus: string): Attendee["paymentGroup"] {
  const word = paymentStatus.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
  return (Object.hasOwn(GROUPS, word) && GROUPS[word]) || "owed";
}
