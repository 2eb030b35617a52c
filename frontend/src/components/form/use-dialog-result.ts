import type { Failure } from "@/components/form/failure";
import { useFailureAfterLeaving } from "@/components/form/use-failure";
import { type ToastContent, toast } from "@/components/ui/toast-store";
import { useIsMounted } from "@/hooks/use-is-mounted";

export interface DialogResult {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

/**
 * Closes a dialog after its request. The dialog shows a failure itself, unless the user has left it
 * (contract 2.frame.1223). For the options of a mutation, or `mutateAsync`: the callbacks of `mutate` end with the dialog.
 */
export function useDialogResult(
  { done, failure }: { done?: ToastContent; failure: Failure },
  onClose: () => void,
): DialogResult {
  const isMounted = useIsMounted();
  const showIfLeft = useFailureAfterLeaving();
  return {
    onSuccess: () => {
      if (done) toast(done);
      if (isMounted()) onClose();
    },
    onError: (error) => showIfLeft(error, failure),
  };
}
