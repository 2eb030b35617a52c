import { Check, Copy, KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { newPassword } from "@/features/users/accounts/new-password";

const COPY = {
  generate: "Generate a password",
  another: "Generate another",
  hint: "Copy it now and hand it over: nobody can see it again.",
  copy: "Copy",
  copied: "Copied!",
  copyFailed: "It could not be copied. Select it and copy it yourself.",
};

interface GeneratedPasswordProps {
  /** What the password field holds now. */
  value: string;
  onGenerate: (password: string) => void;
}

/** contract 2.users: a password that nobody has to invent, in clear so that it can be handed over. */
export function GeneratedPassword({ value, onGenerate }: GeneratedPasswordProps) {
  const [generated, setGenerated] = useState<string | null>(null);
  const [copying, setCopying] = useState<"not yet" | "done" | "failed">("not yet");
  // Once somebody types another one, this is no longer the account's.
  const isCurrent = generated !== null && generated === value;

  const generate = () => {
    const password = newPassword();
    setGenerated(password);
    setCopying("not yet");
    onGenerate(password);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopying("done");
    } catch (error) {
      console.error("The password could not be copied", error);
      setCopying("failed");
    }
  };
  const Icon = copying === "done" ? Check : Copy;
  return (
    <div className="-mt-2 flex flex-col items-start gap-3">
      <Button variant="secondary" onClick={generate}>
        <KeyRound aria-hidden="true" />
        {isCurrent ? COPY.another : COPY.generate}
      </Button>
      {isCurrent ? (
        <div className="flex w-full flex-col gap-2 rounded-md border bg-surface-muted p-4">
          <div className="flex items-center justify-between gap-3">
            <output className="wrap-anywhere select-all font-mono">{generated}</output>
            <Button variant="secondary" onClick={copy} className="shrink-0">
              <Icon aria-hidden="true" />
              <span aria-live="polite">{copying === "done" ? COPY.copied : COPY.copy}</span>
            </Button>
          </div>
          <p className="text-sm text-text-muted">{copying === "failed" ? COPY.copyFailed : COPY.hint}</p>
        </div>
      ) : null}
    </div>
  );
}
