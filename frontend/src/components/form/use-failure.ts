import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type Failure, type FieldFailure, showFailure, showFormFailure } from "@/components/form/failure";
import { useIsMounted } from "@/hooks/use-is-mounted";

/** Returns a function that shows a failure as a toast if the user has left (contract 2.frame.1223). */
export function useFailureAfterLeaving(): (error: unknown, failure: Failure) => void {
  const isMounted = useIsMounted();
  return (error, failure) => {
    if (!isMounted()) showFailure(error, failure);
  };
}

/** Returns a function that shows a form's failure in the form, or as a toast if the user has left. */
export function useFormFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  failure: FieldFailure<Values>,
): (error: unknown) => void {
  const isMounted = useIsMounted();
  return (error) => {
    if (isMounted()) showFormFailure(error, { form, ...failure });
    else showFailure(error, failure);
  };
}
