import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

type Tone = "success" | "warning" | "danger" | "neutral" | "accent" | "quiet";

const TONES: Record<Tone, string> = {
  success: "bg-success-soft text-on-success-soft",
  warning: "bg-warning-soft text-on-warning-soft",
  danger: "bg-danger-soft text-on-danger-soft",
  neutral: "bg-neutral-soft text-on-neutral-soft",
  accent: "bg-accent-soft text-on-accent-soft",
  // For the usual value, so that exceptions stand out.
  quiet: "border text-text-muted",
};

/** A short label in a row. The text carries the meaning, the colour only supports it. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex max-w-full items-center gap-1 truncate rounded-full px-3 py-1 font-medium text-sm [&_svg]:size-4",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
