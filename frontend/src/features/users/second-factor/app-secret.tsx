import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { SecondFactorSecret } from "@/api/types";
import { FormFailure } from "@/components/form/failure-note";
import { useFormFailure } from "@/components/form/use-failure";
import { Button, buttonLook } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { useConfirmSecondFactor } from "@/features/users/second-factor/api";
import { CodeInput } from "@/features/users/second-factor/code-input";
import { SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { FormEnd } from "@/features/users/second-factor/form-end";

const schema = z.object({ code: z.string().check(z.trim(), z.minLength(1, SECOND_FACTOR_COPY.codeMissing)) });
/** Groups of four are easier to type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

interface AppSecretProps {
  secret: SecondFactorSecret;
  onCodes: (codes: string[]) => void;
  aside: ReactNode;
}

/** The secret as a QR code, a link and text, and the field for the app's first code. */
export function AppSecret({ secret: { secret, otpauthUrl }, onCodes, aside }: AppSecretProps) {
  const confirm = useConfirmSecondFactor();
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { code: "" } });
  const showProblem = useFormFailure(form, {
    fields: ["code"],
    inForm: true,
    ...SECOND_FACTOR_COPY.confirmFailure,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ code }) => {
    void confirm.mutateAsync(code).then(({ recoveryCodes }) => onCodes(recoveryCodes), showProblem);
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-text-muted">{SECOND_FACTOR_COPY.scan}</p>
      <div className="flex flex-col items-center gap-4">
        <QrSymbol text={otpauthUrl} label={SECOND_FACTOR_COPY.qrLabel} className="border" />
        <a href={otpauthUrl} className={buttonLook({ variant: "secondary", className: "w-full sm:hidden" })}>
          {SECOND_FACTOR_COPY.open}
        </a>
      </div>
      <div className="flex flex-col gap-2">
        <p className="text-sm text-text-muted">{SECOND_FACTOR_COPY.type}</p>
        <div className="flex items-center justify-between gap-3 rounded-md border bg-surface-muted p-3">
          <output className="select-all font-mono text-sm">{inGroups(secret)}</output>
          <CopyButton
            text={secret}
            label={SECOND_FACTOR_COPY.copySecret}
            size="tight"
            className="shrink-0"
            failure={SECOND_FACTOR_COPY.copyFailed}
          />
        </div>
      </div>
      <Field
        label={SECOND_FACTOR_COPY.confirmCode}
        hint={SECOND_FACTOR_COPY.confirmHint}
        error={errors.code?.message}
      >
        <CodeInput {...form.register("code")} />
      </Field>
      <FormFailure errors={errors} />
      <FormEnd>
        {aside}
        <Button type="submit" pending={confirm.isPending} pendingText={SECOND_FACTOR_COPY.confirming}>
          {SECOND_FACTOR_COPY.confirm}
        </Button>
      </FormEnd>
    </form>
  );
}
