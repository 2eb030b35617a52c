import { ApiError, type FieldError } from "@/api/api-error";
import { failureText } from "@/components/form/failure";
import { LIST_DIALOG_COPY } from "@/features/check-in-lists/copy";

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
  const text = failureText(error, LIST_DIALOG_COPY.saveFailure);
  if (!(error instanceof ApiError)) return { form: text };
  const field = FIELD_OF_CODE[error.code];
  if (field) return { [field]: text };
  if (error.errors.length === 0 || !error.errors.every(isOurs)) return { form: text };
  return Object.fromEntries(error.errors.map((wrong) => [wrong.field, wrong.message]));
}
