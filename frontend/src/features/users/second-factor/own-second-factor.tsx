import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { FormFailure } from "@/components/form/failure-note";
import { useFormFailure } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { QueryView } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { useIsSaving } from "@/features/users/api";
import {
  ownSecondFactorQuery,
  useFollowOwnSecondFactor,
  useRemoveSecondFactor,
} from "@/features/users/second-factor/api";
import { CodeInput } from "@/features/users/second-factor/code-input";
import { CODE_STEP_COPY, SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { FormEnd } from "@/features/users/second-factor/form-end";
import { SetUpSecondFactor } from "@/features/users/second-factor/set-up";
import { PasswordInput } from "@/features/users/sign-in/password-input";

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

const schema = z.object({
  password: z.string().check(z.minLength(1, SECOND_FACTOR_COPY.passwordMissing)),
  code: z.string().check(z.trim(), z.minLength(1, CODE_STEP_COPY.missing)),
});

/**
 * Users remove their own with the password and a code, so that a device left open cannot do it (contract 6.factor.395).
 */
function RemoveSecondFactor({ onDone, aside }: { onDone: () => void; aside: ReactNode }) {
  const remove = useRemoveSecondFactor();
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { password: "", code: "" },
  });
  const showProblem = useFormFailure(form, {
    fields: ["password", "code"],
    inForm: true,
    ...SECOND_FACTOR_COPY.removeFailure,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((removal) => {
    void remove.mutateAsync(removal).then(onDone, showProblem);
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label={SECOND_FACTOR_COPY.password} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register("password")} />
      </Field>
      <Field label={SECOND_FACTOR_COPY.removeCode} error={errors.code?.message}>
        <CodeInput digits={false} {...form.register("code")} />
      </Field>
      <FormFailure errors={errors} />
      <FormEnd>
        {aside}
        <Button
          type="submit"
          variant="danger"
          pending={remove.isPending}
          pendingText={SECOND_FACTOR_COPY.removing}
        >
          {SECOND_FACTOR_COPY.remove}
        </Button>
      </FormEnd>
    </form>
  );
}
