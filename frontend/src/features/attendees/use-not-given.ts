import type { FieldPath, PathValue, UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { FIELD_LABEL } from "@/features/attendees/copy";
import { DEFAULT_TABLE, isDoubtfulPhone, NOT_GIVEN } from "@/features/attendees/rules";

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
