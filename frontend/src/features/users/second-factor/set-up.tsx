import { type ReactNode, useState } from "react";
import type { SecondFactorSecret } from "@/api/types";
import { AppSecret } from "@/features/users/second-factor/app-secret";
import { PasswordStep } from "@/features/users/second-factor/password-step";
import { RecoveryCodes } from "@/features/users/second-factor/recovery-codes";

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
