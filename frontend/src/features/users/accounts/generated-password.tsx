import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionItem } from "@/components/ui/description-item";
import { USER_FIELDS_COPY } from "@/features/users/accounts/copy";
import type { UserValues } from "@/features/users/accounts/user-values";

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

export interface HandOver {
  onClose: () => void;
  /** From then on only the form's own button closes the dialog (contract 2.users.1100). */
  onHold: () => void;
}

/**
 * Keeps a generated password on the screen after saving until it was copied. `saved` closes the form, or makes `left`
 * the password to hand over and calls `onHold`.
 */
export function usePasswordToHandOver({ onClose, onHold }: HandOver) {
  const uncopied = useRef<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  return {
    left,
    generated: (password: string) => {
      uncopied.current = password;
    },
    copied: () => {
      uncopied.current = null;
    },
    saved: (password: string) => {
      if (!password || password !== uncopied.current) return onClose();
      setLeft(password);
      onHold();
    },
  };
}

const COPY = {
  generate: "Generate a password",
  another: "Generate another",
  hint: "Copy it now and hand it over: nobody can see it again.",
  copy: "Copy",
  handOver: "The account has this password now. Copy it and hand it over: nobody can see it again.",
  close: "Close",
  copyFailed: "It could not be copied. Select it and copy it yourself.",
};

interface GeneratedPasswordProps {
  form: UseFormReturn<UserValues>;
  handOver: ReturnType<typeof usePasswordToHandOver>;
}

/** Generates a password and shows it, to be handed over (contract 2.users). */
export function GeneratedPassword({ form, handOver }: GeneratedPasswordProps) {
  const [generated, setGenerated] = useState<string | null>(null);
  // Once the user types another one, this is no longer the account's.
  const isCurrent = generated !== null && generated === form.watch("password");

  const generate = () => {
    const password = newPassword();
    setGenerated(password);
    handOver.generated(password);
    form.setValue("password", password, { shouldValidate: true });
  };
  return (
    <div className="-mt-2 flex flex-col items-start gap-3">
      <Button variant="secondary" onClick={generate}>
        <KeyRound />
        {isCurrent ? COPY.another : COPY.generate}
      </Button>
      {isCurrent ? (
        <ShownPassword key={generated} password={generated} hint={COPY.hint} onCopied={handOver.copied} />
      ) : null}
    </div>
  );
}

interface ShownPasswordProps {
  password: string;
  hint: string;
  onCopied?: () => void;
}

function ShownPassword({ password, hint, onCopied }: ShownPasswordProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <div className="flex w-full flex-col gap-2 rounded-md border bg-surface-muted p-4">
      <div className="flex items-center justify-between gap-3">
        <output className="wrap-anywhere select-all font-mono">{password}</output>
        <CopyButton
          text={password}
          label={COPY.copy}
          className="shrink-0"
          onResult={(isCopied) => {
            setHasFailed(!isCopied);
            if (isCopied) onCopied?.();
          }}
        />
      </div>
      <p className="text-sm text-text-muted">{hasFailed ? COPY.copyFailed : hint}</p>
    </div>
  );
}

interface PasswordToHandOverProps {
  username: string;
  password: string;
  onClose: () => void;
}

/** A saved password that was not copied yet (contract 2.users.21). */
export function PasswordToHandOver({ username, password, onClose }: PasswordToHandOverProps) {
  return (
    <div className="flex flex-col gap-5">
      <dl>
        <DescriptionItem label={USER_FIELDS_COPY.username}>{username.trim()}</DescriptionItem>
      </dl>
      <ShownPassword password={password} hint={COPY.handOver} />
      <Button variant="secondary" className="sm:self-end" onClick={onClose}>
        {COPY.close}
      </Button>
    </div>
  );
}
