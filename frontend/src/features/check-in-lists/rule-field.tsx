import { useId } from "react";
import type { ListRule } from "@/api/types";
import { LIST_DIALOG_COPY as COPY, RULE_COPY } from "@/features/check-in-lists/copy";

const RULES = Object.keys(RULE_COPY) as ListRule[];

interface RuleFieldProps {
  value: ListRule;
  error: string | undefined;
  onChoose: (rule: ListRule) => void;
}

/** The choice of a list's rule. */
export function RuleField({ value, error, onChoose }: RuleFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium text-sm">{COPY.rule}</legend>
      {RULES.map((rule) => (
        <label key={rule} className="flex min-h-11 items-center gap-3 py-1">
          <input
            type="radio"
            name={id}
            checked={value === rule}
            onChange={() => onChoose(rule)}
            aria-labelledby={`${id}-${rule}`}
            aria-describedby={`${id}-${rule}-hint`}
            className="size-5 shrink-0 accent-accent"
          />
          <span>
            <span id={`${id}-${rule}`} className="block">
              {RULE_COPY[rule].name}
            </span>
            <span id={`${id}-${rule}-hint`} className="block text-sm text-text-muted">
              {RULE_COPY[rule].hint}
            </span>
          </span>
        </label>
      ))}
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1 font-medium text-danger-text text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
