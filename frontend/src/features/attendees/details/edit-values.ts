import * as z from "zod/mini";
import type { Attendee, AttendeeChanges } from "@/api/types";
import type { ConflictRow } from "@/components/form/conflict-dialog";
import { centsOf, moneyText } from "@/components/form/money-text";
import { FIELD_LABEL, FIELD_MESSAGE } from "@/features/attendees/copy";
import { EDIT_COPY } from "@/features/attendees/details/copy";
import { partialAmount } from "@/features/attendees/partial-payment";
import { formatTable } from "@/features/attendees/row-copy";
import {
  DEFAULT_TABLE,
  FULL_NAME_MAX,
  isPartial,
  NOTES_MAX,
  PAYMENT_CHOICES,
  PHONE_MAX,
  TABLE_MAX,
  TABLE_MIN,
} from "@/features/attendees/rules";
import { dollarsOf, formatAud } from "@/lib/money";

/** Values of the edit form's controls; an amount is dollars as typed, or "". */
export interface EditValues {
  fullName: string;
  phone: string;
  tableNumber: string;
  paymentStatus: string;
  amountPaid: string;
  notes: string;
  /** The id of a ticket type; none is "". */
  ticketTypeId: string;
}

export const EDIT_FIELDS = [
  "fullName",
  "phone",
  "tableNumber",
  "paymentStatus",
  "amountPaid",
  "notes",
  "ticketTypeId",
] as const;

export function valuesOf({
  fullName,
  phone,
  tableNumber,
  paymentStatus,
  amountPaidCents,
  notes,
  ticketType,
}: Attendee): EditValues {
  return {
    fullName,
    phone,
    tableNumber: String(tableNumber),
    paymentStatus,
    amountPaid: amountPaidCents === null ? "" : dollarsOf(amountPaidCents),
    notes: notes ?? "",
    ticketTypeId: ticketType ? String(ticketType.id) : "",
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

/** An invalid table number becomes 1 (contract 5). */
function tableOf(text: string): number {
  const table = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(table) ? table : DEFAULT_TABLE;
}

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, FIELD_MESSAGE.tooLong(most)));

/** Stored values may stay: table 0 from an import, a partial payment without its amount (contract 5). */
export const editSchema = ({ tableNumber: present, paymentStatus }: Attendee) =>
  z
    .object({
      fullName: text(FULL_NAME_MAX),
      phone: text(PHONE_MAX),
      tableNumber: z.string().check(
        z.refine((typed) => {
          const table = tableOf(typed);
          return Number.isInteger(table) && (table >= TABLE_MIN || table === present);
        }, FIELD_MESSAGE.tableWrong),
        z.refine((typed) => tableOf(typed) <= TABLE_MAX, FIELD_MESSAGE.tableTooLarge),
      ),
      paymentStatus: z.string(),
      amountPaid: moneyText,
      notes: text(NOTES_MAX),
      ticketTypeId: z.string(),
    })
    .check(partialAmount(paymentStatus));

/**
 * The amount is sent only if it was changed; otherwise it follows the payment status (contract 3). A partial payment
 * keeps the shown amount. Notes are sent only if changed.
 */
export function changesOf(values: EditValues, before: EditValues): AttendeeChanges {
  const { fullName, phone, tableNumber, paymentStatus, amountPaid, notes, ticketTypeId } = values;
  const isNowPartial = isPartial(paymentStatus) && paymentStatus !== before.paymentStatus;
  const isSameAmount = !isNowPartial && centsOf(amountPaid) === centsOf(before.amountPaid);
  return {
    fullName,
    phone,
    tableNumber: tableOf(tableNumber),
    paymentStatus,
    ...(notes === before.notes ? {} : { notes }),
    ...(ticketTypeId === before.ticketTypeId
      ? {}
      : { ticketTypeId: ticketTypeId ? Number(ticketTypeId) : null }),
    ...(isSameAmount ? {} : { amountPaidCents: centsOf(amountPaid) }),
  };
}

function amountText({ amountPaid }: EditValues): string {
  const cents = centsOf(amountPaid);
  return cents === null ? EDIT_COPY.noAmount : formatAud(cents);
}

const ROWS = [
  { label: FIELD_LABEL.fullName, read: ({ fullName }: EditValues) => fullName },
  { label: FIELD_LABEL.phone, read: ({ phone }: EditValues) => phone },
  {
    label: FIELD_LABEL.tableNumber,
    read: ({ tableNumber }: EditValues) => formatTable(tableOf(tableNumber)),
  },
  { label: FIELD_LABEL.paymentStatus, read: ({ paymentStatus }: EditValues) => paymentStatus },
  { label: FIELD_LABEL.amountPaid, read: amountText },
  { label: FIELD_LABEL.notes, read: ({ notes }: EditValues) => notes },
];

/** Both versions of an attendee; the amount and the ticket type only if either has one. */
export function conflictRows(
  mine: EditValues,
  current: Attendee,
  typeName: (ticketTypeId: string) => string,
): ConflictRow[] {
  const theirs = valuesOf(current);
  const hasAmount = mine.amountPaid.trim() !== "" || theirs.amountPaid !== "";
  const rows = ROWS.filter(({ read }) => hasAmount || read !== amountText).map(({ label, read }) => ({
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
