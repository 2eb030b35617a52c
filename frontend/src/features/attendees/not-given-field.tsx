import type { ReactNode } from "react";
import { type FieldPath, type PathValue, type UseFormReturn, useWatch } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { DEFAULT_TABLE, isDoubtfulPhone, NOT_GIVEN } from "@/features/attendees/rules";
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

interface Optional {
  phone: string;
  tableNumber: string;
}

const FIRST = { phone: "", tableNumber: String(DEFAULT_TABLE) };

/** The properties of a `NotGivenField` in a form with a phone and a table. */
export function useNotGiven<Values extends Optional>(form: UseFormReturn<Values>) {
  const names = ["phone", "tableNumber"] as FieldPath<Values>[];
  const [phone, tableNumber] = useWatch({ control: form.control, name: names });
  const isNone = { phone: phone === NOT_GIVEN, tableNumber: tableNumber === NOT_GIVEN };
  return (field: keyof Optional) => ({
    error: form.formState.errors[field]?.message as string | undefined,
    hint: field === "phone" && isDoubtfulPhone(String(phone)) ? FIELD_LABEL.phoneDoubtful : undefined,
    isNone: isNone[field],
    onToggle: (none: boolean) => {
      const name = field as FieldPath<Values>;
      form.clearErrors(name);
      form.setValue(name, (none ? NOT_GIVEN : FIRST[field]) as PathValue<Values, typeof name>, {
        shouldDirty: true,
      });
    },
  });
}
