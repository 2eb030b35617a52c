import * as z from "zod/mini";
import { FIELD_MESSAGE } from "@/features/attendees/copy";
import { isPartial } from "@/features/attendees/rules";

interface Payment {
  paymentStatus: string;
  amountPaid: string;
}

/** A part payment needs its amount (contract 5). `before` is the status that may stay as it is. */
export const partialAmount = <Values extends Payment>(before = "") =>
  z.refine<Values>(
    ({ paymentStatus, amountPaid }) =>
      paymentStatus === before || !isPartial(paymentStatus) || amountPaid.trim() !== "",
    // Checked even if another field is wrong, so that all errors show at once.
    { path: ["amountPaid"], error: FIELD_MESSAGE.amountMissing, when: () => true },
  );
