import * as z from "zod/mini";
import { FIELD_MESSAGE } from "@/features/attendees/copy";
import { isPartial } from "@/features/attendees/rules";

interface Payment {
  paymentStatus: string;
  amountPaid: string;
}

/** A partial payment needs its amount (contract 5). `before` is the stored status, which may stay. */
export const partialAmount = <Values extends Payment>(before = "") =>
  z.refine<Values>(
    ({ paymentStatus, amountPaid }) =>
      paymentStatus === before || !isPartial(paymentStatus) || amountPaid.trim() !== "",
    // Checked even if another field is wrong, so that all errors show at once.
    { path: ["amountPaid"], error: FIELD_MESSAGE.amountMissing, when: () => true },
  );
