import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** Phones offer a code from a message or the password manager here (contract 2.factor.390). */
export function CodeInput({ digits = true, ...rest }: ComponentProps<typeof Input> & { digits?: boolean }) {
  return (
    <Input
      name="code"
      autoComplete="one-time-code"
      inputMode={digits ? "numeric" : "text"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      className="font-mono tracking-widest"
      {...rest}
    />
  );
}
