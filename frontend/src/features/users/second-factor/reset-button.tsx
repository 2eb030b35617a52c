import { ShieldOff } from "lucide-react";
import type { User } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { AskingButton } from "@/components/ui/asking-button";
import { toast } from "@/components/ui/toast-store";
import { useResetSecondFactor } from "@/features/users/second-factor/api";
import { RESET_COPY } from "@/features/users/second-factor/copy";

/** Removes the second factor of a user who lost the phone, after a question (contract 6.factor.395). */
export function ResetSecondFactor({ user }: { user: User }) {
  const reset = useResetSecondFactor(user.id);
  function remove() {
    void reset.mutateAsync().then(
      () => toast(RESET_COPY.done),
      (error: unknown) => showFailure(error, RESET_COPY.failure),
    );
  }
  return (
    <AskingButton
      variant="ghost"
      size="tight"
      className="col-span-2"
      pending={reset.isPending}
      pendingText={RESET_COPY.removing}
      aria-label={reset.isPending ? undefined : `${RESET_COPY.button} ${user.fullName}`}
      question={{
        title: RESET_COPY.button,
        description: RESET_COPY.text(user.fullName),
        submit: RESET_COPY.button,
      }}
      onConfirm={remove}
    >
      <ShieldOff />
      {RESET_COPY.button}
    </AskingButton>
  );
}
