import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, isSessionExpired } from "@/api/api-error";
import { showFormFailure } from "@/components/form/failure";
import { FormFailure } from "@/components/form/failure-note";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useConfirmPassword } from "@/features/users/api";
import { CodeInput } from "@/features/users/second-factor/code-input";
import { FormEnd } from "@/features/users/second-factor/form-end";
import { PasswordInput } from "@/features/users/sign-in/password-input";
import { sessionRecord } from "@/features/users/sign-in/session";

/** Texts of the password question before a critical action (contract 2.confirm, 8). */
const CONFIRM_COPY = {
  title: "Confirm your password",
  text: "You last typed it more than 30 minutes ago. Type it again to continue.",
  password: "Password",
  passwordMissing: "Enter your password",
  code: "Code from the app, or a recovery code",
  codeMissing: "Type the code first",
  submit: "Confirm",
  submitting: "Checking...",
  cancel: "Cancel",
  failure: { title: "Error", fallback: "The password could not be checked. Please try again." },
};

const password = z.string().check(z.minLength(1, CONFIRM_COPY.passwordMissing));
const passwordOnly = z.object({ password, code: z.string() });
const passwordAndCode = z.object({
  password,
  code: z.string().check(z.trim(), z.minLength(1, CONFIRM_COPY.codeMissing)),
});

/** Asks for the password again, and a code if the user has a second factor. The form below keeps its values. */
export function ConfirmDialog({ onClose }: { onClose: (isConfirmed: boolean) => void }) {
  const [user] = useState(() => sessionRecord().user);
  // If the session record is outdated, the server reports that a code is missing.
  const [needsCode, setNeedsCode] = useState(user?.hasSecondFactor ?? false);
  const confirm = useConfirmPassword();
  const form = useForm({
    resolver: standardSchemaResolver(needsCode ? passwordAndCode : passwordOnly),
    defaultValues: { password: "", code: "" },
  });
  const { errors } = form.formState;
  const { setFocus, getValues } = form;
  useEffect(() => {
    if (needsCode && getValues("password")) setFocus("code");
  }, [needsCode, getValues, setFocus]);

  const submit = form.handleSubmit((typed) => {
    confirm.mutate(needsCode ? typed : { password: typed.password }, {
      onSuccess: () => onClose(true),
      onError: (error) => {
        // The waiting request receives the same 401 and handles it.
        if (isSessionExpired(error)) return onClose(true);
        if (error instanceof ApiError && error.errors.some(({ field }) => field === "code"))
          setNeedsCode(true);
        showFormFailure(error, {
          form,
          inForm: true,
          fields: ["password", "code"],
          ...CONFIRM_COPY.failure,
        });
      },
    });
  });
  return (
    <Dialog
      open
      onOpenChange={() => confirm.isPending || onClose(false)}
      title={CONFIRM_COPY.title}
      description={CONFIRM_COPY.text}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <input type="text" name="username" autoComplete="username" value={user?.username} readOnly hidden />
        <Field label={CONFIRM_COPY.password} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register("password")} />
        </Field>
        {needsCode ? (
          <Field label={CONFIRM_COPY.code} error={errors.code?.message}>
            <CodeInput digits={false} {...form.register("code")} />
          </Field>
        ) : null}
        <FormFailure errors={errors} />
        <FormEnd>
          <Button variant="secondary" onClick={() => onClose(false)} disabled={confirm.isPending}>
            {CONFIRM_COPY.cancel}
          </Button>
          <Button type="submit" pending={confirm.isPending} pendingText={CONFIRM_COPY.submitting}>
            {CONFIRM_COPY.submit}
          </Button>
        </FormEnd>
      </form>
    </Dialog>
  );
}
