import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { QueryView } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { useIsSaving } from "@/features/users/api";
import { ownSecondFactorQuery, useFollowOwnSecondFactor } from "@/features/users/second-factor/api";
import { SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { RemoveSecondFactor } from "@/features/users/second-factor/remove-form";
import { SetUpSecondFactor } from "@/features/users/second-factor/set-up";

interface OwnSecondFactorProps {
  username: string;
  onClose: () => void;
  /** Called when the recovery codes are shown: closing by accident would lose them. */
  onHold: () => void;
}

/** Sets up or removes the user's second factor (contract 2.factor). */
export function OwnSecondFactor({ username, onClose, onHold }: OwnSecondFactorProps) {
  const state = useQuery(ownSecondFactorQuery());
  const follow = useFollowOwnSecondFactor();
  const saving = useIsSaving();
  // The state at opening decides the form, so that the set-up continues to the recovery codes.
  const [first, setFirst] = useState(state.data);
  if (!first && state.data) setFirst(state.data);
  const cancel = (
    <Button variant="secondary" onClick={onClose} disabled={saving}>
      {SECOND_FACTOR_COPY.cancel}
    </Button>
  );
  const finish = (done: typeof SECOND_FACTOR_COPY.added) => {
    onClose();
    toast(done);
    void follow();
  };
  if (!first)
    return (
      <QueryView query={state} loading={SECOND_FACTOR_COPY.loading} failed={SECOND_FACTOR_COPY.fetchFailed} />
    );
  if (!first.isSetUp)
    return (
      <SetUpSecondFactor
        username={username}
        onConfirmed={onHold}
        onDone={() => finish(SECOND_FACTOR_COPY.added)}
        aside={cancel}
      />
    );
  return (
    <>
      <Callout tone={first.recoveryCodesLeft > 2 ? "info" : "warning"}>
        <p>
          {SECOND_FACTOR_COPY.codesLeft(first.recoveryCodesLeft)} {SECOND_FACTOR_COPY.newPhone}
        </p>
        {first.isRequired ? <p>{SECOND_FACTOR_COPY.required}</p> : null}
      </Callout>
      <RemoveSecondFactor onDone={() => finish(SECOND_FACTOR_COPY.removed)} aside={cancel} />
    </>
  );
}
