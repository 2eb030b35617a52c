import { Checkbox } from "@/components/ui/checkbox";
import { RESTORE_COPY } from "@/features/backup/copy";

interface ErasedGuestsProps {
  text: string;
  bringBack: boolean;
  /** Null for users who may not bring them back. */
  onChange: ((bringBack: boolean) => void) | null;
  disabled: boolean;
}

/** Guests erased after the backup stay erased, unless a super admin brings them back (contract 4.erase). */
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
