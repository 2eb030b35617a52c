import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RESTORE_COPY } from "@/features/backup/copy";
import { CONFIRMATION_WORD } from "@/features/backup/rules";

/** In whatever case: a phone's keyboard begins with a capital and goes on without. */
export const isConfirmed = (typed: string): boolean => typed.trim().toUpperCase() === CONFIRMATION_WORD;

interface TypedConfirmationProps {
  value: string;
  onChange: (typed: string) => void;
  disabled: boolean;
}

/** contract 4: what replaces everything is confirmed by typing, not by a click that slips. */
export function TypedConfirmation({ value, onChange, disabled }: TypedConfirmationProps) {
  return (
    <Field label={RESTORE_COPY.confirmLabel(CONFIRMATION_WORD)}>
      <Input
        value={value}
        onChange={({ target }) => onChange(target.value)}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </Field>
  );
}
