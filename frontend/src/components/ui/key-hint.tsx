import { classes } from "@/lib/classes";

/** The picture of a key, where there is a keyboard: a phone's window has none. `aria-keyshortcuts` says the same to who does not see it. */
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
