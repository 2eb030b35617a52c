import { createContext, type ReactNode, use, useId } from "react";
import { classes } from "@/lib/classes";

interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** The ids that tie a control to its label, hint and error. Empty outside a `Field`. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {};
}

interface FieldProps {
  label: string;
  /** Red, under the control (contract 2). */
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
  /** One `Input`, `Select` or `DateField`. */
  children: ReactNode;
}

/** A control with its label, hint and error, tied together for the eye and for a screen reader. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = classes(hint ? hintId : null, error ? errorId : null);
  return (
    <div className={classes("flex flex-col gap-2", className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <FieldContext
        value={{ id, "aria-describedby": describedBy || undefined, "aria-invalid": error ? true : undefined }}
      >
        {children}
      </FieldContext>
      {hint ? (
        <p id={hintId} className="text-sm text-text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} role="alert" className="font-medium text-danger-text text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}
