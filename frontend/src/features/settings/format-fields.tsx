import type { UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { Callout } from "@/components/ui/callout";
import { Card, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { FORMAT_COPY as COPY } from "@/features/settings/copy";
import { CURRENCIES, decimalsOf } from "@/features/settings/rules";
import { exampleAmountIn, type SettingsValues } from "@/features/settings/settings-values";
import { currencyName } from "@/lib/intl-names";

interface FormatFieldsProps {
  form: UseFormReturn<SettingsValues>;
  savedCurrency: string;
}

export function FormatFields({ form, savedCurrency }: FormatFieldsProps) {
  const currency = form.watch("currency");
  return (
    <Card className="flex flex-col gap-5">
      <CardTitle>{COPY.heading}</CardTitle>
      <Field label={COPY.currency} error={form.formState.errors.currency?.message} className="sm:max-w-sm">
        <Select {...form.register("currency")}>
          {CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {currencyLabel(code)}
            </option>
          ))}
        </Select>
      </Field>
      {currency === savedCurrency ? null : (
        <Callout tone="warning">
          {COPY.nothingConverted(
            exampleAmountIn(savedCurrency),
            exampleAmountIn(currency),
            decimalsOf(savedCurrency) - decimalsOf(currency),
          )}
        </Callout>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Choices
          legend={COPY.dates}
          choices={{ dayFirst: COPY.dayFirst, monthFirst: COPY.monthFirst }}
          field={form.register("dateFormat")}
        />
        <Choices
          legend={COPY.times}
          choices={{ "24h": COPY.hours24, "12h": COPY.hours12 }}
          field={form.register("timeFormat")}
        />
      </div>
    </Card>
  );
}

/** `EUR · Euro`, or the code alone if the browser has no name for it. */
function currencyLabel(code: string): string {
  const name = currencyName(code);
  return name === code ? code : `${code} · ${name}`;
}

interface ChoicesProps {
  legend: string;
  choices: Record<string, string>;
  field: UseFormRegisterReturn;
}

function Choices({ legend, choices, field }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {Object.entries(choices).map(([choice, label]) => (
        <label key={choice} className="flex min-h-11 items-center gap-3">
          <input type="radio" value={choice} {...field} className="size-5 shrink-0 accent-accent" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
