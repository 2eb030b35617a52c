import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { SecondFactorSecret } from "@/api/types";
import { showFormFailure } from "@/components/form/failure";
import { FormFailure } from "@/components/form/failure-note";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useBeginSecondFactor } from "@/features/users/second-factor/api";
import { AppSecret } from "@/features/users/second-factor/app-secret";
import { SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { FormEnd } from "@/features/users/second-factor/form-end";
import { RecoveryCodes } from "@/features/users/second-factor/recovery-codes";
import { PasswordInput } from "@/features/users/sign-in/password-input";

type Step =
  | { kind: "password" }
  | { kind: "app"; secret: SecondFactorSecret }
  | { kind: "codes"; codes: string[] };

interface SetUpProps {
  username: string;
  /** The password just typed at sign-in. */
  knownPassword?: string | undefined;
  /** The second factor is now active; the recovery codes are shown next. */
  onConfirmed: () => void;
  onDone: () => void;
  /** A button to leave, until it is active. */
  aside: ReactNode;
}

/** Password, app, recovery codes: a forced set-up on the login screen, or a voluntary one. */
export function SetUpSecondFactor({ username, knownPassword, onConfirmed, onDone, aside }: SetUpProps) {
  const [step, setStep] = useState<Step>({ kind: "password" });
  switch (step.kind) {
    case "password":
      return (
        <PasswordStep
          username={username}
          knownPassword={knownPassword}
          onSecret={(secret) => setStep({ kind: "app", secret })}
          aside={aside}
        />
      );
    case "app":
      return (
        <AppSecret
          secret={step.secret}
          onCodes={(codes) => {
            setStep({ kind: "codes", codes });
            onConfirmed();
          }}
          aside={aside}
        />
      );
    case "codes":
      return <RecoveryCodes codes={step.codes} username={username} onDone={onDone} />;
  }
}

const schema = z.object({
  password: z.string().check(z.minLength(1, SECOND_FACTOR_COPY.passwordMissing)),
});

interface PasswordStepProps {
  username: string;
  knownPassword?: string | undefined;
  onSecret: (secret: SecondFactorSecret) => void;
  aside: ReactNode;
}

/** Asks for the password first: a signed-in device may be used by someone else. */
function PasswordStep({ username, knownPassword = "", onSecret, aside }: PasswordStepProps) {
  const begin = useBeginSecondFactor();
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { password: knownPassword },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus("password"), [setFocus]);

  const submit = form.handleSubmit(({ password }) => {
    begin.mutate(password, {
      onSuccess: onSecret,
      onError: (error) =>
        showFormFailure(error, {
          form,
          inForm: true,
          fields: ["password"],
          ...SECOND_FACTOR_COPY.beginFailure,
        }),
    });
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={SECOND_FACTOR_COPY.password} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register("password")} />
      </Field>
      <FormFailure errors={errors} />
      <FormEnd>
        {aside}
        <Button type="submit" pending={begin.isPending} pendingText={SECOND_FACTOR_COPY.nextPending}>
          {SECOND_FACTOR_COPY.next}
        </Button>
      </FormEnd>
    </form>
  );
}
