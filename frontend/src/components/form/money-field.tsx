import type { ComponentProps, ReactNode } from "react";
import { OptionalField } from "@/components/form/optional-field";
import { Input } from "@/components/ui/input";

interface MoneyFieldProps extends Omit<ComponentProps<typeof Input>, "type" | "inputMode"> {
  /** The label of the button that opens the field. */
  disclosure: string;
  /** True if there is an amount: the field is then open from the start. */
  hasAmount: boolean;
  label: string;
  hint: ReactNode;
  error: string | undefined;
}

export function MoneyField({ disclosure, hasAmount, label, hint, error, ...control }: MoneyFieldProps) {
  return (
    <OptionalField disclosure={disclosure} isFilled={hasAmount} label={label} hint={hint} error={error}>
      <Input inputMode="decimal" autoComplete="off" className="tabular-nums sm:max-w-48" {...control} />
    </OptionalField>
  );
}
