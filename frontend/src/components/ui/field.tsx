import { createContext, type ReactNode, use, useId } from "react";
import { classes } from "@/lib/classes";

interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Ids that link a control to its label, hint and error; empty outside a `Field`. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {};
}

interface FieldProps {
  label: string;
  /** Red, under the control (contract 2). */
  error?: string | undefined;
  /** Hidden while there is an error, or while it renders nothing. */
  hint?: ReactNode;
  className?: string;
  /** One `Input`, `Select` or `DateField`. */
  children: ReactNode;
}

/** A control with its label, hint and error, linked for screen readers. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={classes("flex flex-col gap-2", className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <FieldContext
        value={{
          id,
          "aria-describedby": error || hint ? noteId : undefined,
          "aria-invalid": error ? true : undefined,
        }}
      >
        {children}
      </FieldContext>
      {error ? (
        <p id={noteId} role="alert" data-key-text className="font-medium text-danger-text text-sm">
          {error}
        </p>
      ) : hint ? (
        <p id={noteId} className="text-sm text-text-muted empty:hidden">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
