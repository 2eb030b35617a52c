import type { Attendee } from "@/api/types";

const COMPLIMENTARY = ["free", "comp"];

/** The group of a payment (contract 3): the server has counted who owes; the text tells the other two apart. */
export function paymentGroupOf(paymentStatus: string, owedCents: number | null): Attendee["paymentGroup"] {
  if (owedCents !== 0) return "owed";
  return COMPLIMENTARY.includes(paymentStatus.normalize("NFKC").toLowerCase().trim())
    ? "complimentary"
    : "paid";
}
