import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError, isNetworkError, isSessionExpired, requiredSignInStep } from "@/api/api-error";
import { isConfirmationMissing } from "@/api/confirmation";
import { type ToastContent, toast } from "@/components/ui/toast-store";

const TRY_AGAIN = "Try again";
const NO_RESPONSE = "The server did not answer. Check the connection, then try again.";
/** Time enough to read the reason and try again (contract 9.toast.1040). */
const LONG_MS = 15_000;

/** Returns the server's sentence for a person, or the fallback (contract 7 and 8). */
export function failureText(error: unknown, fallback: string): string {
  return (error instanceof ApiError ? error.detail : null) ?? fallback;
}

/** True if the login screen or a cancelled question has explained the failure already. */
function isAnsweredElsewhere(error: unknown): boolean {
  return isSessionExpired(error) || requiredSignInStep(error) !== null || isConfirmationMissing(error);
}

export interface Failure {
  title: string;
  fallback: string;
}

/** Returns title and text for a failed request, or null if the application handles it. */
export function failureContent(error: unknown, { title, fallback }: Failure): ToastContent | null {
  if (isAnsweredElsewhere(error)) return null;
  const content = { title, description: failureText(error, fallback), variant: "destructive" as const };
  if (!isNetworkError(error)) return content;
  // A fallback that is a sentence says itself what to do.
  const reason = fallback.endsWith(".") ? {} : { reason: NO_RESPONSE };
  // After the wait for a response the user may be looking elsewhere.
  return { ...content, ...reason, duration: LONG_MS };
}

/** Shows the failure as a toast, with a button for `again`. */
export function showFailure(error: unknown, failure: Failure, again?: () => void): void {
  const content = failureContent(error, failure);
  if (content)
    toast(again ? { ...content, action: { text: TRY_AGAIN, run: again }, duration: LONG_MS } : content);
}

/** Texts of a form's failure, the fields that the server may name, and the field of each problem code. */
export interface FieldFailure<Values extends FieldValues> extends Failure {
  fields: readonly FieldPath<Values>[];
  fieldOfCode?: Partial<Record<string, FieldPath<Values>>>;
  /** The form shows `errors.root` itself, as in a dialog (contract 2.frame.12). */
  inForm?: boolean;
}

interface FormFailure<Values extends FieldValues, Output> extends FieldFailure<Values> {
  form: UseFormReturn<Values, unknown, Output>;
}

/** Shows a form's failure once: under the field it is about, or else in the form or as a toast. */
export function showFormFailure<Values extends FieldValues, Output>(
  error: unknown,
  { form, fields, fieldOfCode, inForm = false, ...failure }: FormFailure<Values, Output>,
): void {
  const refused = error instanceof ApiError ? fieldOfCode?.[error.code] : undefined;
  if (refused && error instanceof ApiError && error.detail) {
    form.setError(refused, { type: "server", message: error.detail }, { shouldFocus: true });
    return;
  }
  const rejected = error instanceof ApiError ? error.errors : [];
  const ours = rejected.flatMap(({ field, message }) => {
    const path = fields.find((candidate) => candidate === field);
    return path ? [{ path, message }] : [];
  });
  if (ours.length === 0 || ours.length < rejected.length) {
    const content = failureContent(error, failure);
    if (content && inForm) form.setError("root", { type: "server", message: content.description ?? "" });
    else if (content) toast(content);
    return;
  }
  for (const [index, { path, message }] of ours.entries()) {
    form.setError(path, { type: "server", message }, { shouldFocus: index === 0 });
  }
}
