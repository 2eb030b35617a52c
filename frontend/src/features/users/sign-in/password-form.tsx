import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { FormFailure } from "@/components/form/failure-note";
import { useFormFailure } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useChangePassword } from "@/features/users/api";
import { PASSWORD_COPY } from "@/features/users/sign-in/copy";
import { PasswordInput } from "@/features/users/sign-in/password-input";
import { newPasswordSchema } from "@/features/users/sign-in/password-schema";
import { useIsMounted } from "@/hooks/use-is-mounted";

const passwordSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, PASSWORD_COPY.currentMissing)),
    newPassword: newPasswordSchema,
    repeated: z.string(),
  })
  .check(
    z.refine((values) => values.newPassword === values.repeated, {
      path: ["repeated"],
      error: PASSWORD_COPY.different,
    }),
  );

interface PasswordFormProps {
  username: string;
  /** The password just typed at sign-in. */
  knownPassword?: string | undefined;
  onDone: () => void;
  /** A button to leave: cancel, or sign in as someone else. */
  aside: ReactNode;
}

/** Form for a forced change on the login screen and a voluntary one (contract 2). */
export function PasswordForm({ username, knownPassword = "", onDone, aside }: PasswordFormProps) {
  const change = useChangePassword();
  const isMounted = useIsMounted();
  const form = useForm({
    resolver: standardSchemaResolver(passwordSchema),
    defaultValues: { currentPassword: knownPassword, newPassword: "", repeated: "" },
  });
  const showProblem = useFormFailure(form, {
    fields: ["currentPassword", "newPassword"],
    inForm: true,
    ...PASSWORD_COPY.failure,
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ currentPassword, newPassword }) => {
    void change.mutateAsync({ currentPassword, newPassword }).then(() => {
      if (isMounted()) onDone();
    }, showProblem);
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={PASSWORD_COPY.current} error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...form.register("currentPassword")} />
      </Field>
      <Field label={PASSWORD_COPY.next} hint={PASSWORD_COPY.nextHint} error={errors.newPassword?.message}>
        <PasswordInput autoComplete="new-password" {...form.register("newPassword")} />
      </Field>
      <Field label={PASSWORD_COPY.repeat} error={errors.repeated?.message}>
        <PasswordInput autoComplete="new-password" {...form.register("repeated")} />
      </Field>
      <FormFailure errors={errors} />
      <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap-reverse sm:justify-end">
        {aside}
        <Button
          type="submit"
          pending={change.isPending || change.isSuccess}
          pendingText={PASSWORD_COPY.submitting}
        >
          {PASSWORD_COPY.submit}
        </Button>
      </div>
    </form>
  );
}
