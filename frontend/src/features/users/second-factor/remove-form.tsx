import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { showFormFailure } from "@/components/form/failure";
import { FormFailure } from "@/components/form/failure-note";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useRemoveSecondFactor } from "@/features/users/second-factor/api";
import { CodeInput } from "@/features/users/second-factor/code-input";
import { CODE_STEP_COPY, SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { FormEnd } from "@/features/users/second-factor/form-end";
import { PasswordInput } from "@/features/users/sign-in/password-input";

const schema = z.object({
  password: z.string().check(z.minLength(1, SECOND_FACTOR_COPY.passwordMissing)),
  code: z.string().check(z.trim(), z.minLength(1, CODE_STEP_COPY.missing)),
});

/**
 * Users remove their own with the password and a code, so that a device left open cannot do it (contract 6.factor.395).
 */
export function RemoveSecondFactor({ onDone, aside }: { onDone: () => void; aside: ReactNode }) {
  const remove = useRemoveSecondFactor();
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { password: "", code: "" },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((removal) => {
    remove.mutate(removal, {
      onSuccess: onDone,
      onError: (error) =>
        showFormFailure(error, {
          form,
          inForm: true,
          fields: ["password", "code"],
          ...SECOND_FACTOR_COPY.removeFailure,
        }),
    });
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
