import * as z from "zod/mini";
import type { Attendee, AttendeeChanges } from "@/api/types";
import type { ConflictRow } from "@/components/form/conflict-dialog";
import { centsOf, moneyText } from "@/components/form/money-text";
import { FIELD_LABEL, FIELD_MESSAGE } from "@/features/attendees/copy";
import { EDIT_COPY } from "@/features/attendees/details/copy";
import { partialAmount } from "@/features/attendees/partial-payment";
import { formatPhone, formatTable } from "@/features/attendees/row-copy";
import {
  DEFAULT_TABLE,
  EMAIL_MAX,
  FULL_NAME_MAX,
  isEmail,
  isPaid,
  isPartial,
  NOT_GIVEN,
  NOTES_MAX,
  PAYMENT_CHOICES,
  PHONE_MAX,
  TABLE_MAX,
  TABLE_MIN,
} from "@/features/attendees/rules";
import { amountText } from "@/lib/amount";
import { formatMoney } from "@/lib/money";

export const EDIT_FIELDS = [
  "fullName",
  "phone",
  "tableNumber",
  "paymentStatus",
  "amountPaid",
  "notes",
  "email",
  "ticketTypeId",
] as const;

/**
 * Values of the edit form's controls; no phone and no table are `NOT_GIVEN`, no ticket type is "", an amount is dollars
 * as typed, or "".
 */
export type EditValues = Record<(typeof EDIT_FIELDS)[number], string>;

const typeIdOf = (ticketType: Attendee["ticketType"]): string => (ticketType ? String(ticketType.id) : "");

export function valuesOf({
  fullName,
  phone,
  tableNumber,
  paymentStatus,
  amountPaidCents,
  notes,
  email,
  ticketType,
}: Attendee): EditValues {
  return {
    fullName,
    phone,
    tableNumber: tableNumber > 0 ? String(tableNumber) : NOT_GIVEN,
    paymentStatus,
    amountPaid: amountPaidCents === null ? "" : amountText(amountPaidCents),
    notes: notes ?? "",
    email: email ?? "",
    ticketTypeId: typeIdOf(ticketType),
  };
}

/** The payment choices of every form, and the current text if it is another one; case does not matter (contract 5). */
export function paymentChoices(present: string): string[] {
  const isPresent = (choice: string) => choice === present.toLowerCase();
  const choices = PAYMENT_CHOICES.map((choice) => (isPresent(choice) ? present : choice));
  return PAYMENT_CHOICES.some(isPresent) ? choices : [...choices, present];
}

/** Full name and phone must not be blank (contract 5). */
export function isComplete({ fullName, phone }: EditValues): boolean {
  return fullName.trim() !== "" && phone.trim() !== "";
}

/** 0 without a table; an invalid table number becomes 1 (contract 5). */
function tableOf(text: string): number {
  if (text === NOT_GIVEN) return 0;
  const table = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(table) ? table : DEFAULT_TABLE;
}

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, FIELD_MESSAGE.tooLong(most)));

/** A stored partial payment without its amount may stay (contract 5). */
export const editSchema = ({ paymentStatus }: Attendee) =>
  z
    .object({
      fullName: text(FULL_NAME_MAX).check(z.minLength(1, FIELD_MESSAGE.fullNameMissing)),
      phone: text(PHONE_MAX).check(z.minLength(1, FIELD_MESSAGE.phoneMissing)),
      tableNumber: z.string().check(
        z.refine((typed) => {
          const table = tableOf(typed);
          return typed === NOT_GIVEN || (Number.isInteger(table) && table >= TABLE_MIN);
        }, FIELD_MESSAGE.tableWrong),
        z.refine((typed) => tableOf(typed) <= TABLE_MAX, FIELD_MESSAGE.tableTooLarge),
      ),
      paymentStatus: z.string(),
      amountPaid: moneyText,
      notes: text(NOTES_MAX),
      email: text(EMAIL_MAX).check(
        z.refine((typed) => typed === "" || isEmail(typed), FIELD_MESSAGE.emailWrong),
      ),
      ticketTypeId: z.string(),
    })
    .check(partialAmount(paymentStatus));

/**
 * The amount is sent only if it was changed; otherwise it follows the payment status (contract 3). A partial payment
 * keeps the shown amount. Notes and email are sent only if changed.
 */
export function changesOf(values: EditValues, before: EditValues): AttendeeChanges {
  const { fullName, phone, tableNumber, paymentStatus, amountPaid, notes, email, ticketTypeId } = values;
  const isNowPartial = isPartial(paymentStatus) && paymentStatus !== before.paymentStatus;
  const isSameAmount = !isNowPartial && centsOf(amountPaid) === centsOf(before.amountPaid);
  return {
    fullName,
    phone: phone.trim() === NOT_GIVEN ? null : phone,
    tableNumber: tableNumber === NOT_GIVEN ? null : tableOf(tableNumber),
    paymentStatus,
    ...(notes === before.notes ? {} : { notes }),
    ...(email === before.email ? {} : { email }),
    ...(ticketTypeId === before.ticketTypeId
      ? {}
      : { ticketTypeId: ticketTypeId ? Number(ticketTypeId) : null }),
    ...(isSameAmount ? {} : { amountPaidCents: centsOf(amountPaid) }),
  };
}

/** The amount that is stored then: one that was left alone goes with the status 'paid' (contract 3.payment.8). */
export function amountAfter(
  { paymentStatus, amountPaid }: Pick<EditValues, "paymentStatus" | "amountPaid">,
  before: EditValues,
): string {
  const ceasesToBePaid = isPaid(before.paymentStatus) && !isPaid(paymentStatus) && !isPartial(paymentStatus);
  return ceasesToBePaid && centsOf(amountPaid) === centsOf(before.amountPaid) ? "" : amountPaid;
}

/**
 * The amount under another payment status or ticket type: with 'paid' and the stored type, the part that was paid
 * becomes the ticket price, unless another amount was typed; otherwise it is the part again (contract 2.details.1130).
 */
export function amountUnder(
  {
    paymentStatus,
    ticketTypeId,
    amountPaid,
  }: Pick<EditValues, "paymentStatus" | "ticketTypeId" | "amountPaid">,
  { amountPaidCents, owedCents, ticketType }: Pick<Attendee, "amountPaidCents" | "owedCents" | "ticketType">,
): string {
  if (!amountPaidCents || !owedCents) return amountPaid;
  const [part, price] = [amountText(amountPaidCents), amountText(amountPaidCents + owedCents)];
  const isPriceKnown = ticketTypeId === typeIdOf(ticketType);
  const [former, next] = isPaid(paymentStatus) && isPriceKnown ? [part, price] : [price, part];
  return amountPaid === former ? next : amountPaid;
}

function amountLabel({ amountPaid }: EditValues): string {
  const cents = centsOf(amountPaid);
  return cents === null ? EDIT_COPY.noAmount : formatMoney(cents);
}

const ROWS = [
  { label: FIELD_LABEL.fullName, read: ({ fullName }: EditValues) => fullName },
  { label: FIELD_LABEL.phone, read: ({ phone }: EditValues) => formatPhone(phone) },
  {
    label: FIELD_LABEL.tableNumber,
    read: ({ tableNumber }: EditValues) => formatTable(tableOf(tableNumber)),
  },
  { label: FIELD_LABEL.paymentStatus, read: ({ paymentStatus }: EditValues) => paymentStatus },
  {
    get label() {
      return FIELD_LABEL.amountPaid;
    },
    read: amountLabel,
  },
  { label: FIELD_LABEL.notes, read: ({ notes }: EditValues) => notes },
  { label: FIELD_LABEL.email, read: ({ email }: EditValues) => email },
];

/** Both versions of an attendee; the amount and the ticket type only if either has one. */
export function conflictRows(
  mine: EditValues,
  current: Attendee,
  typeName: (ticketTypeId: string) => string,
): ConflictRow[] {
  const theirs = valuesOf(current);
  const hasAmount = mine.amountPaid.trim() !== "" || theirs.amountPaid !== "";
  const rows = ROWS.filter(({ read }) => hasAmount || read !== amountLabel).map(({ label, read }) => ({
    label,
    mine: read(mine),
    theirs: read(theirs),
  }));
  if (mine.ticketTypeId === "" && theirs.ticketTypeId === "") return rows;
  const saved = current.ticketType?.name ?? typeName("");
  const differs = mine.ticketTypeId !== theirs.ticketTypeId;
  const chosen = differs ? typeName(mine.ticketTypeId) : saved;
  return [...rows, { label: FIELD_LABEL.ticketType, mine: chosen, theirs: saved, differs }];
}
