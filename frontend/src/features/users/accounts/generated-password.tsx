import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

/** Characters that are not confused when read out. */
const CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const GROUPS = 4;
const GROUP = 4;
/** Larger bytes would make some characters more likely than others. */
const FAIR_BYTES = 256 - (256 % CHARACTERS.length);

/** A password of 79 random bits, like `kx7m-r4tn-9vhw-c2pd`. */
function newPassword(): string {
  const drawn: string[] = [];
  while (drawn.length < GROUPS * GROUP) {
    const [byte = FAIR_BYTES] = crypto.getRandomValues(new Uint8Array(1));
    const character = byte < FAIR_BYTES ? CHARACTERS[byte % CHARACTERS.length] : undefined;
    if (character) drawn.push(character);
  }
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    drawn.slice(group * GROUP, (group + 1) * GROUP).join(""),
  );
  return groups.join("-");
}

const COPY = {
  generate: "Generate a password",
  another: "Generate another",
  hint: "Copy it now and hand it over: nobody can see it again.",
  copy: "Copy",
  copyFailed: "It could not be copied. Select it and copy it yourself.",
};

interface GeneratedPasswordProps {
  /** Current value of the password field. */
  value: string;
  onGenerate: (password: string) => void;
}

/** Generates a password and shows it, to be handed over (contract 2.users). */
export function GeneratedPassword({ value, onGenerate }: GeneratedPasswordProps) {
  const [generated, setGenerated] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // Once the user types another one, this is no longer the account's.
  const isCurrent = generated !== null && generated === value;

  const generate = () => {
    const password = newPassword();
    setGenerated(password);
    setHasFailed(false);
    onGenerate(password);
  };
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
            <CopyButton
              text={value}
              label={COPY.copy}
              className="shrink-0"
              onResult={(isCopied) => setHasFailed(!isCopied)}
            />
          </div>
          <p className="text-sm text-text-muted">{hasFailed ? COPY.copyFailed : COPY.hint}</p>
        </div>
      ) : null}
    </div>
  );
}
