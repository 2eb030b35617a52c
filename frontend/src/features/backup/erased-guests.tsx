import { Checkbox } from "@/components/ui/checkbox";
import { RESTORE_COPY } from "@/features/backup/copy";

interface ErasedGuestsProps {
  /** How many there are, and what becomes of them. */
  text: string;
  bringBack: boolean;
  /** Null for who may not bring them back. */
  onChange: ((bringBack: boolean) => void) | null;
  disabled: boolean;
}

/** contract 4.erase: guests who were erased since stay so, unless a super admin brings them back. */
export function ErasedGuests({ text, bringBack, onChange, disabled }: ErasedGuestsProps) {
  return (
    <div className="flex flex-col">
      <p className="font-medium">{text}</p>
      {onChange ? (
        <Checkbox
          label={RESTORE_COPY.bringBack}
          checked={bringBack}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
          className="-ml-3 self-start"
        />
      ) : null}
    </div>
  );
}
