import { Plus } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface MoneyFieldProps extends Omit<ComponentProps<typeof Input>, "type" | "inputMode"> {
  /** The label of the button that opens the field. */
  disclosure: string;
  /** There is an amount already, so the field shows by itself. */
  hasAmount: boolean;
  label: string;
  hint: string;
  error: string | undefined;
}

/** An optional amount in dollars, out of the way until it is asked for (contract 2). */
export function MoneyField({ disclosure, hasAmount, label, hint, error, ...control }: MoneyFieldProps) {
  const [isWanted, setIsWanted] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) box.current?.querySelector("input")?.focus();
  }, [isWanted]);

  if (!isWanted && !hasAmount) {
    return (
      <Button
        variant="ghost"
        onClick={() => setIsWanted(true)}
        aria-expanded={false}
        className="-mx-4 -my-2 self-start text-text-muted"
      >
        <Plus aria-hidden="true" />
        {disclosure}
      </Button>
    );
  }
  return (
    <div ref={box}>
      <Field label={label} hint={hint} error={error}>
        <Input inputMode="decimal" autoComplete="off" className="tabular-nums sm:max-w-48" {...control} />
      </Field>
    </div>
  );
}
