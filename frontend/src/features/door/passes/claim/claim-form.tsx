import { type ReactNode, useState } from "react";
import { failureText } from "@/components/form/failure";
import { ErrorNote } from "@/components/form/failure-note";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CLAIM_COPY } from "@/features/door/passes/claim/copy";
import { NAME_MAX } from "@/features/door/passes/rules";

interface ClaimFormProps {
  /** The user signed in on this device, or null. */
  signedInAs: string | null;
  onStart: (helper: string) => void;
  isStarting: boolean;
  error: unknown;
  /** A link for when there is no pass to claim. */
  children?: ReactNode;
}

/** Asks for the helper's name and claims the pass (contract 2.pass). */
export function ClaimForm({ signedInAs, onStart, isStarting, error, children }: ClaimFormProps) {
  const [name, setName] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        setIsMissing(name.trim() === "");
        if (name.trim() !== "") onStart(name.trim());
      }}
    >
      <Field label={CLAIM_COPY.name} error={isMissing ? CLAIM_COPY.nameMissing : undefined}>
        <Input
          value={name}
          maxLength={NAME_MAX}
          autoComplete="given-name"
          enterKeyHint="go"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      {signedInAs === null ? null : (
        <div role="status">
          <Callout tone="warning" title={CLAIM_COPY.signedIn(signedInAs)}>
            {CLAIM_COPY.signedInHint}
          </Callout>
        </div>
      )}
      <ErrorNote text={error ? failureText(error, CLAIM_COPY.noAnswer) : null} />
      <Button type="submit" size="lg" pending={isStarting} pendingText={CLAIM_COPY.starting}>
        {signedInAs === null ? CLAIM_COPY.start : CLAIM_COPY.signOutAndStart}
      </Button>
      {children}
    </form>
  );
}
