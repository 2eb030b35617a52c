import { ApiError, type FieldError } from "@/api/api-error";
import type { CheckInList, CheckInListCreate, TicketType } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { LIST_DIALOG_COPY as COPY } from "@/features/check-in-lists/copy";
import { parseCapacity, UNREADABLE } from "@/lib/capacity-text";

/** Maximum length of a name (contract 5). */
export const LIST_NAME_MAX = 40;

/** The capacity is as typed; null `ticketTypeIds` admits all tickets. */
export interface ListValues extends Omit<Required<CheckInListCreate>, "capacity"> {
  capacity: string;
}

/** The values of a list, or of a new one. Types that were deleted since are left out: they admit no one. */
export function valuesOf(list: CheckInList | null, types: readonly TicketType[]): ListValues {
  return {
    name: list?.name ?? "",
    rule: list?.rule ?? "once",
    ticketTypeIds: list?.ticketTypeIds?.filter((id) => types.some((type) => type.id === id)) ?? null,
    capacity: list?.capacity == null ? "" : String(list.capacity),
    needsEntrance: list?.needsEntrance ?? false,
  };
}

export const payloadOf = ({ name, capacity, ...rest }: ListValues): Required<CheckInListCreate> => ({
  ...rest,
  name: name.trim(),
  capacity: parseCapacity(capacity),
});

export const errorsOf = ({ name, ticketTypeIds, capacity }: ListValues): ListErrors => ({
  ...(name.trim() ? {} : { name: COPY.nameMissing }),
  ...(ticketTypeIds?.length === 0 ? { ticketTypeIds: COPY.typesMissing } : {}),
  ...(parseCapacity(capacity) === UNREADABLE ? { capacity: COPY.capacityWrong } : {}),
});

const FIELDS = ["name", "rule", "ticketTypeIds", "capacity"] as const;

/** Errors of the form by field; `form` is about none of them. */
export type ListErrors = Partial<Record<(typeof FIELDS)[number] | "form", string>>;

/** The field of each refusal of a list (contract 2.check-in-list). */
const FIELD_OF_CODE: Record<string, (typeof FIELDS)[number]> = {
  list_name_taken: "name",
  list_in_use: "rule",
};

const isOurs = ({ field }: FieldError): boolean => FIELDS.some((name) => name === field);

/** Why the server did not save a list, by field. */
export function refusalOf(error: unknown): ListErrors {
  const text = failureText(error, COPY.saveFailure.fallback);
  if (!(error instanceof ApiError)) return { form: text };
  const field = FIELD_OF_CODE[error.code];
  if (field) return { [field]: text };
  if (error.errors.length === 0 || !error.errors.every(isOurs)) return { form: text };
  return Object.fromEntries(error.errors.map((wrong) => [wrong.field, wrong.message]));
}
