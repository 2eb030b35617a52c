import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { User } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { useLogin } from "@/features/users/api";
import { LOGIN_COPY } from "@/features/users/sign-in/copy";
import { PasswordInput } from "@/features/users/sign-in/password-input";

/** Only for users with a second factor. */
const CodeStep = lazyComponent(
  async () => (await import("@/features/users/second-factor/code-step")).CodeStep,
  <LoadingState text="Loading..." />,
);

interface LoginFormProps {
  /** Receives the password too, so that a forced change need not ask for it again. */
  onSignedIn: (user: User, password: string) => void;
}

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const passwordField = useRef<HTMLInputElement>(null);
  const login = useLogin();
  const [needsCode, setNeedsCode] = useState(false);

  if (needsCode)
    return (
      <CodeStep
        credentials={{ username: username.trim(), password }}
        onSignedIn={(user) => onSignedIn(user, password)}
        onBack={() => {
          setNeedsCode(false);
          setPassword("");
        }}
      />
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!username.trim() || !password) {
      toast({ ...LOGIN_COPY.missing, variant: "destructive" });
      return;
    }
    login.mutate(
      { username: username.trim(), password },
      {
        onSuccess: (user) => onSignedIn(user, password),
        // This 401 is about the typed password, so it is shown.
        onError: (error) => {
          if (error instanceof ApiError && error.code === "second_factor_required") return setNeedsCode(true);
          const description = failureText(error, LOGIN_COPY.failure.fallback);
          toast({ title: LOGIN_COPY.failure.title, description, variant: "destructive" });
          passwordField.current?.focus();
          passwordField.current?.select();
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label={LOGIN_COPY.username}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field label={LOGIN_COPY.password}>
        <PasswordInput
          ref={passwordField}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {/* Still busy after success: the full redirect that follows is part of signing in. */}
      <Button
        type="submit"
        size="md"
        pending={login.isPending || login.isSuccess}
        pendingText={LOGIN_COPY.submitting}
        className="mt-1"
      >
        {LOGIN_COPY.submit}
      </Button>
    </form>
  );
}
