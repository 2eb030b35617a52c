import { classes } from "@/lib/classes";

/** A keyboard key, hidden on touch devices; `aria-keyshortcuts` is the accessible form. */
export function KeyHint({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "pointer-coarse:hidden hidden md:grid size-6 shrink-0 place-items-center rounded-md border bg-surface-muted font-mono text-sm text-text-muted",
        className,
      )}
    >
      {children}
    </span>
  );
}
