import * as z from "zod/mini";
import type { AttendeeCreate } from "@/api/types";
import { centsOf, moneyText } from "@/components/form/money-text";
import { FIELD_MESSAGE } from "@/features/attendees/copy";
import { partialAmount } from "@/features/attendees/partial-payment";
import { QUANTITY_COPY } from "@/features/attendees/register/copy";
import {
  DEFAULT_PAYMENT_STATUS,
  DEFAULT_TABLE,
  EMAIL_MAX,
  FULL_NAME_MAX,
  isEmail,
  NOT_GIVEN,
  NOTES_MAX,
  PAYMENT_STATUS_MAX,
  PHONE_MAX,
  QUANTITY_MAX,
  TABLE_MAX,
  TABLE_MIN,
} from "@/features/attendees/rules";

export const REGISTER_FIELDS = [
  "eventId",
  "fullName",
  "phone",
  "tableNumber",
  "paymentStatus",
  "amountPaid",
  "notes",
  "email",
  "quantity",
  "ticketTypeId",
] as const;

/**
 * Values of the form's controls; no event and no ticket type are "", no phone and no table `NOT_GIVEN`, an amount is
 * dollars as typed.
 */
export type RegisterValues = Record<(typeof REGISTER_FIELDS)[number], string>;

/** Starts with table 1 and 'paid' (contract 5). */
export const blankAttendee = (eventId: string): RegisterValues => ({
  eventId,
  fullName: "",
  phone: "",
  tableNumber: String(DEFAULT_TABLE),
  paymentStatus: DEFAULT_PAYMENT_STATUS,
  amountPaid: "",
  notes: "",
  email: "",
  quantity: "1",
  ticketTypeId: "",
});

/** Parses the number of tickets; null if it is invalid or too high (contract 5). */
export function quantityOf(text: string): number | null {
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return quantity >= 1 && quantity <= QUANTITY_MAX ? quantity : null;
}

const required = (missing: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(most, FIELD_MESSAGE.tooLong(most)));

/** Requires an event (contract 5). */
export const registerSchema = z
  .object({
    eventId: z.string().check(z.refine((id) => Number(id) >= 1, FIELD_MESSAGE.event)),
    fullName: required(FIELD_MESSAGE.fullNameMissing, FULL_NAME_MAX),
    phone: required(FIELD_MESSAGE.phoneMissing, PHONE_MAX),
    tableNumber: z.string().check(
      z.trim(),
      z.refine(
        (text) => text === NOT_GIVEN || (/^\d+$/.test(text) && Number(text) >= TABLE_MIN),
        FIELD_MESSAGE.tableWrong,
      ),
      z.refine((text) => !(Number(text) > TABLE_MAX), FIELD_MESSAGE.tableTooLarge),
    ),
    paymentStatus: required(FIELD_MESSAGE.paymentMissing, PAYMENT_STATUS_MAX),
    amountPaid: moneyText,
    notes: z.string().check(z.trim(), z.maxLength(NOTES_MAX, FIELD_MESSAGE.tooLong(NOTES_MAX))),
    email: z.string().check(
      z.trim(),
      z.maxLength(EMAIL_MAX, FIELD_MESSAGE.tooLong(EMAIL_MAX)),
      z.refine((text) => text === "" || isEmail(text), FIELD_MESSAGE.emailWrong),
    ),
    quantity: z.string().check(
      z.trim(),
      z.refine((text) => quantityOf(text) !== null, QUANTITY_COPY.wrong),
    ),
    ticketTypeId: z.string(),
  })
  .check(partialAmount());

export function attendeeOf(
  values: RegisterValues,
  { soldBy, idempotencyKey }: { soldBy: number; idempotencyKey: string },
): AttendeeCreate {
  const { eventId, fullName, phone, tableNumber, paymentStatus, notes, email } = values;
  const amountPaidCents = centsOf(values.amountPaid);
  const quantity = quantityOf(values.quantity) ?? 1;
  return {
    eventId: Number(eventId),
    fullName,
    phone: phone === NOT_GIVEN ? null : phone,
    tableNumber: tableNumber === NOT_GIVEN ? null : Number(tableNumber),
    paymentStatus,
    ...(amountPaidCents === null ? {} : { amountPaidCents }),
    ...(notes ? { notes } : {}),
    ...(email ? { email } : {}),
    ...(quantity > 1 ? { quantity } : {}),
    ...(values.ticketTypeId ? { ticketTypeId: Number(values.ticketTypeId) } : {}),
    soldBy,
    idempotencyKey,
  };
}
