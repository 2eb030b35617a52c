import { moneyText } from "@/components/form/money-schema";
import { FIELD_MESSAGE } from "@/features/attendees/copy";
import {
  FULL_NAME_MAX,
  PAYMENT_STATUS_MAX,
  PHONE_MAX,
  TABLE_MAX,
  TABLE_MIN,
} from "@/features/attendees/rules";
import { z } from "@/lib/schema";

const required = (missing: string, most: number) =>
  z.string().trim().min(1, missing).max(most, FIELD_MESSAGE.tooLong(most));

/** contract 5: an event with an id of 1 or more, else 'Please select an event'. */
export const registerSchema = z.object({
  eventId: z.string().refine((id) => Number(id) >= 1, FIELD_MESSAGE.event),
  fullName: required(FIELD_MESSAGE.fullNameMissing, FULL_NAME_MAX),
  phone: required(FIELD_MESSAGE.phoneMissing, PHONE_MAX),
  tableNumber: z
    .string()
    .trim()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= TABLE_MIN, FIELD_MESSAGE.tableWrong)
    .refine((text) => !(Number(text) > TABLE_MAX), FIELD_MESSAGE.tableTooLarge),
  paymentStatus: required(FIELD_MESSAGE.paymentMissing, PAYMENT_STATUS_MAX),
  amountPaid: moneyText,
});
