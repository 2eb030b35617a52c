import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Credentials, User } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useLogin } from "@/features/users/api";
import { CodeInput } from "@/features/users/second-factor/code-input";
import { CODE_STEP_COPY } from "@/features/users/second-factor/copy";

interface CodeStepProps {
  credentials: Credentials;
  onSignedIn: (user: User) => void;
  onBack: () => void;
}

/** Second step of a sign-in, after the password (contract 2.factor). */
export function CodeStep({ credentials, onSignedIn, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const login = useLogin();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is typed into the same field
  useEffect(() => field.current?.focus(), [kind]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!code.trim()) return setRefusal(CODE_STEP_COPY.missing);
    setRefusal(undefined);
    login.mutate(
      { ...credentials, code },
      {
        onSuccess: onSignedIn,
        onError: (error) => {
          setRefusal(failureText(error, CODE_STEP_COPY.failure));
          field.current?.focus();
          field.current?.select();
        },
      },
    );
  }

  function switchKind() {
    setKind(kind === "app" ? "recovery" : "app");
    setCode("");
    setRefusal(undefined);
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-text-muted">{kind === "app" ? CODE_STEP_COPY.text : CODE_STEP_COPY.recoveryText}</p>
      <Field label={kind === "app" ? CODE_STEP_COPY.code : CODE_STEP_COPY.recoveryCode} error={refusal}>
        <CodeInput
          key={kind}
          ref={field}
          digits={kind === "app"}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {/* Still busy after success: the full redirect that follows is part of signing in. */}
      <Button
        type="submit"
        pending={login.isPending || login.isSuccess}
        pendingText={CODE_STEP_COPY.submitting}
      >
        {CODE_STEP_COPY.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="ghost" size="tight" onClick={onBack}>
          {CODE_STEP_COPY.back}
        </Button>
        <Button variant="ghost" size="tight" onClick={switchKind}>
          {kind === "app" ? CODE_STEP_COPY.useRecovery : CODE_STEP_COPY.useApp}
        </Button>
      </div>
    </form>
  );
}
