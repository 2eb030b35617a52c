import type { Attendee } from "@/api/types";

const COMPLIMENTARY = ["free", "comp"];

/** The payment group (contract 3): `owedCents` decides 'owed', the text the other two. */
export function paymentGroupOf(paymentStatus: string, owedCents: number | null): Attendee["paymentGroup"] {
  if (owedCents !== 0) return "owed";
  return COMPLIMENTARY.includes(paymentStatus.normalize("NFKC").toLowerCase().trim())
    ? "complimentary"
    : "paid";
}
