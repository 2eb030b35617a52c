import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { MoneyField } from "@/components/form/money-field";
import { OptionalField } from "@/components/form/optional-field";
import { Input, LinesInput } from "@/components/ui/input";
import { FIELD_LABEL, REGISTER_COPY } from "@/features/attendees/copy";
import type { RegisterValues } from "@/features/attendees/register/register-values";

interface OptionalFieldsProps {
  form: UseFormReturn<RegisterValues>;
  /** The payment is partial: its amount is required. */
  asksForAmount: boolean;
  amountHint: ReactNode;
}

/** Amount, notes and email, each hidden until wanted. */
export function OptionalFields({ form, asksForAmount, amountHint }: OptionalFieldsProps) {
  const { errors, defaultValues } = form.formState;
  const amountPaid = useWatch({ control: form.control, name: "amountPaid" });
  return (
    <div className="flex flex-wrap gap-x-12 gap-y-5">
      <MoneyField
        disclosure={REGISTER_COPY.addAmount}
        hasAmount={asksForAmount || amountPaid !== "" || Boolean(defaultValues?.amountPaid)}
        label={FIELD_LABEL.amountPaid}
        hint={amountHint}
        error={errors.amountPaid?.message}
        {...form.register("amountPaid")}
      />
      <OptionalField
        disclosure={FIELD_LABEL.notes}
        isFilled={Boolean(defaultValues?.notes)}
        label={FIELD_LABEL.notes}
        hint={FIELD_LABEL.notesHint}
        error={errors.notes?.message}
      >
        <LinesInput {...form.register("notes")} />
      </OptionalField>
      <OptionalField
        disclosure={FIELD_LABEL.email}
        isFilled={Boolean(defaultValues?.email)}
        label={FIELD_LABEL.email}
        hint={FIELD_LABEL.emailHint}
        error={errors.email?.message}
      >
        <Input {...form.register("email")} type="email" inputMode="email" />
      </OptionalField>
    </div>
  );
}
