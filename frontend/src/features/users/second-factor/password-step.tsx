import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { SecondFactorSecret } from "@/api/types";
import { showFormFailure } from "@/components/form/failure";
import { FormFailure } from "@/components/form/failure-note";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useBeginSecondFactor } from "@/features/users/second-factor/api";
import { SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { FormEnd } from "@/features/users/second-factor/form-end";
import { PasswordInput } from "@/features/users/sign-in/password-input";

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
export function PasswordStep({ username, knownPassword = "", onSecret, aside }: PasswordStepProps) {
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
