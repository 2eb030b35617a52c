import { useId } from "react";
import { Callout } from "@/components/ui/callout";
import { Card, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { FORMAT_COPY as COPY } from "@/features/settings/copy";
import { CURRENCIES } from "@/features/settings/rules";
import { exampleAmountIn, type SettingsValues } from "@/features/settings/settings-values";
import { currencyName } from "@/lib/intl-names";

interface FormatFieldsProps {
  values: SettingsValues;
  savedCurrency: string;
  error: string | undefined;
  onChange: (changed: Partial<SettingsValues>) => void;
}

/** How amounts, dates and times are written. */
export function FormatFields({ values, savedCurrency, error, onChange }: FormatFieldsProps) {
  return (
    <Card className="flex flex-col gap-5">
      <CardTitle>{COPY.heading}</CardTitle>
      <Field label={COPY.currency} error={error} className="sm:max-w-sm">
        <Select value={values.currency} onChange={({ target }) => onChange({ currency: target.value })}>
          {CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {code} · {currencyName(code)}
            </option>
          ))}
        </Select>
      </Field>
      {values.currency === savedCurrency ? null : (
        <Callout tone="warning">
          {COPY.nothingConverted(exampleAmountIn(savedCurrency), exampleAmountIn(values.currency))}
        </Callout>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Choices
          legend={COPY.dates}
          value={values.dateFormat}
          choices={{ dayFirst: COPY.dayFirst, monthFirst: COPY.monthFirst }}
          onChoose={(dateFormat) => onChange({ dateFormat })}
        />
        <Choices
          legend={COPY.times}
          value={values.timeFormat}
          choices={{ "24h": COPY.hours24, "12h": COPY.hours12 }}
          onChoose={(timeFormat) => onChange({ timeFormat })}
        />
      </div>
    </Card>
  );
}

interface ChoicesProps<Choice extends string> {
  legend: string;
  value: Choice;
  choices: Record<Choice, string>;
  onChoose: (choice: Choice) => void;
}

function Choices<Choice extends string>({ legend, value, choices, onChoose }: ChoicesProps<Choice>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {(Object.entries(choices) as [Choice, string][]).map(([choice, label]) => (
        <label key={choice} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={value === choice}
            onChange={() => onChoose(choice)}
            className="size-5 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
