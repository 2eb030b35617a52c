import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** In whatever case: a phone's keyboard begins with a capital and goes on without. */
export const isConfirmed = (typed: string, word: string): boolean => typed.trim().toUpperCase() === word;

/** contract 4.delete: a deletion of more attendees than this asks for the word. */
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

/** contract 4: what destroys much is confirmed by typing, not by a click that slips. */
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
