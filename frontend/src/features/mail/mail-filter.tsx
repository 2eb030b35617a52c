import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { FILTER_COPY } from "@/features/mail/copy";

interface MailFilterProps {
  value: string;
  onChoose: (value: string) => void;
}

export function MailFilter({ value, onChoose }: MailFilterProps) {
  return (
    <Field label={FILTER_COPY.label} className="type-filter md:[&>label]:sr-only">
      <Select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{FILTER_COPY.any}</option>
        {Object.entries(FILTER_COPY.options).map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
