import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Case does not matter: phone keyboards start with a capital. */
export const isConfirmed = (typed: string, word: string): boolean => typed.trim().toUpperCase() === word;

/** Deleting more attendees than this needs the typed word (contract 4.delete), and on /manage-attendees a backup first. */
const DELETED_BY_A_CLICK = 20;
export const DELETE_WORD = "DELETE";
/** Word to type before guests are erased (contract 2.erase). */
export const ERASE_WORD = "ERASE";
export const asksForWord = (attendees: number): boolean => attendees > DELETED_BY_A_CLICK;

interface TypedConfirmationProps {
  word: string;
  value: string;
  onChange: (typed: string) => void;
  disabled?: boolean;
}

/** Destructive actions are confirmed by typing, not by an accidental click (contract 4). */
export function TypedConfirmation({ word, value, onChange, disabled = false }: TypedConfirmationProps) {
  return (
    <Field label={`Type ${word} to confirm`}>
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
