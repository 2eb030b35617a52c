import { useId } from "react";
import type { ListRule, TicketType } from "@/api/types";
import { Switch } from "@/components/ui/switch";
import { TypeMark } from "@/components/ui/type-mark";
import { LIST_DIALOG_COPY as COPY, RULE_COPY } from "@/features/check-in-lists/copy";

const RULES = Object.keys(RULE_COPY) as ListRule[];

interface RuleFieldProps {
  value: ListRule;
  error: string | undefined;
  onChoose: (rule: ListRule) => void;
}

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

interface TypesFieldProps {
  types: readonly TicketType[];
  /** Null for all tickets. */
  chosen: readonly number[] | null;
  error: string | undefined;
  onChoose: (ids: number[] | null) => void;
}

/** The choice of the ticket types that a list admits; nothing for an event that has none. */
export function TypesField({ types, chosen, error, onChoose }: TypesFieldProps) {
  const id = useId();
  if (types.length === 0 && chosen === null) return null;
  const ticked = chosen ?? [];
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={COPY.allTickets}
        hint={COPY.allTicketsHint}
        checked={chosen === null}
        onChange={(isAll) => onChoose(isAll ? null : types.map((type) => type.id))}
      />
      {chosen === null || types.length === 0 ? null : (
        <fieldset aria-describedby={error ? `${id}-error` : undefined}>
          <legend className="mb-1 font-medium text-sm">{COPY.types}</legend>
          <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
            {types.map((type) => (
              <label key={type.id} className="flex min-h-11 min-w-0 items-center gap-3">
                <input
                  type="checkbox"
                  checked={ticked.includes(type.id)}
                  onChange={({ target }) =>
                    onChoose(
                      target.checked ? [...ticked, type.id] : ticked.filter((other) => other !== type.id),
                    )
                  }
                  className="size-5 shrink-0 accent-accent"
                />
                <TypeMark type={type} wraps />
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {error ? (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger-text text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}
