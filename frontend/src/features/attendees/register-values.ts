import type { AttendeeCreate } from "@/api/types";
import { laterResolver } from "@/components/form/later-resolver";
import { centsOf } from "@/components/form/money-text";
import { DEFAULT_PAYMENT_STATUS, DEFAULT_TABLE } from "@/features/attendees/rules";

/** What the controls of the form hold; no event chosen is "", an amount is dollars as typed. */
export interface RegisterValues {
  eventId: string;
  fullName: string;
  phone: string;
  tableNumber: string;
  paymentStatus: string;
  amountPaid: string;
}

export const REGISTER_FIELDS = [
  "eventId",
  "fullName",
  "phone",
  "tableNumber",
  "paymentStatus",
  "amountPaid",
] as const;

/** contract 5: table 1 and 'paid' to begin with. */
export const blankAttendee = (eventId: string): RegisterValues => ({
  eventId,
  fullName: "",
  phone: "",
  tableNumber: String(DEFAULT_TABLE),
  paymentStatus: DEFAULT_PAYMENT_STATUS,
  amountPaid: "",
});

export const checkAttendee = laterResolver<RegisterValues>(
  async () => (await import("@/features/attendees/register-schema")).registerSchema,
);

export function attendeeOf(
  values: RegisterValues,
  { soldBy, idempotencyKey }: { soldBy: number; idempotencyKey: string },
): AttendeeCreate {
  const { eventId, fullName, phone, tableNumber, paymentStatus } = values;
  const amountPaidCents = centsOf(values.amountPaid);
  return {
    eventId: Number(eventId),
    fullName,
    phone,
    tableNumber: Number(tableNumber),
    paymentStatus,
    ...(amountPaidCents === null ? {} : { amountPaidCents }),
    soldBy,
    idempotencyKey,
  };
}
