import { type FocusEvent, useState } from "react";

interface TypedValue {
  /** The parsed value, or the typed text while it cannot be parsed. */
  value: string;
  onChange: (value: string) => void;
  onBlur: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  parse: (text: string) => string | null;
  format: (value: string) => string;
}

/** A text control that shows what is typed, and its formatted value when it is left. */
export function useTypedValue({ value, onChange, onBlur, parse, format }: TypedValue) {
  const [typed, setTyped] = useState<string | null>(null);
  const showValue = () => setTyped(null);
  const control = {
    autoComplete: "off",
    value: typed ?? format(value),
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped(target.value);
      onChange(parse(target.value) ?? target.value.trim());
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      showValue();
      onBlur?.(event);
    },
  };
  return { control, showValue };
}
