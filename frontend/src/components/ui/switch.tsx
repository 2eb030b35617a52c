import { useId } from "react";

interface SwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

/** A switch that takes effect at once. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-3">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={`${id}-hint`}
        className="relative h-7 w-12 shrink-0 appearance-none rounded-full border border-border-strong bg-surface-muted transition-colors before:absolute before:top-1 before:left-1 before:size-4.5 before:rounded-full before:bg-border-strong before:transition-transform checked:border-transparent checked:bg-accent checked:before:translate-x-5 checked:before:bg-on-accent"
      />
      <div>
        <label htmlFor={id} className="block py-1 font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-text-muted">
          {hint}
        </p>
      </div>
    </div>
  );
}
