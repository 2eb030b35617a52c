import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { classes } from "@/lib/classes";

interface NotGivenFieldProps {
  label: string;
  error: string | undefined;
  hint?: string | undefined;
  /** The text of the button: 'No phone number'. */
  none: string;
  isNone: boolean;
  onToggle: (isNone: boolean) => void;
  /** The input; replaced by an empty one that is disabled while there is no value. */
  children: ReactNode;
}

/**
 * A required field with a button for 'there is none' (contract 2.add-attendee.940). Not a checkbox: its label would
 * contain the label of the field.
 */
export function NotGivenField({ label, error, hint, none, isNone, onToggle, children }: NotGivenFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} error={error} hint={hint}>
        {isNone ? <Input disabled value="" placeholder={none} readOnly /> : children}
      </Field>
      <button
        type="button"
        aria-pressed={isNone}
        onClick={() => onToggle(!isNone)}
        className={classes(
          "min-h-11 self-start rounded-md border px-3 text-sm transition-colors",
          isNone
            ? "border-accent bg-accent-soft text-on-accent-soft"
            : "text-text-muted hover:border-border-strong",
        )}
      >
        {none}
      </button>
    </div>
  );
}
