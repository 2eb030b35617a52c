import { classes } from "@/lib/classes";

const TONES = { accent: "bg-accent", success: "bg-success", warning: "bg-warning", neutral: "bg-neutral" };
export type BarTone = keyof typeof TONES;

/** Decorative: the number is beside it as text. */
export function Bar({ part, whole, tone = "accent" }: { part: number; whole: number; tone?: BarTone }) {
  return (
    <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-surface-muted print:hidden">
      <div
        className={classes("h-full rounded-full transition-[width] duration-150", TONES[tone])}
        style={{ width: `${whole === 0 ? 0 : (part / whole) * 100}%` }}
      />
    </div>
  );
}
