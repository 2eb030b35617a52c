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
  /** Typed a moment ago at sign-in, so that it need not be typed again. */
  knownPassword?: string | undefined;
  /** The second factor counts from now on; the recovery codes are still to be shown. */
  onConfirmed: () => void;
  onDone: () => void;
  /** The way out, until it counts. */
  aside: ReactNode;
}

/** Password, app, recovery codes: for a forced set-up on the login screen and a free one from the frame. */
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
