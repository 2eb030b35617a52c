import { PILL } from "@/features/checkin/copy";
import type { Door } from "@/features/checkin/door/door-machine";
import { classes } from "@/lib/classes";

/** What the pill says. In rapid mode no cooldown holds the next guest back, so none is shown. */
export function pillOf({ phase, rapid, camera }: Pick<Door, "phase" | "rapid" | "camera">): string {
  if (phase.kind === "cooldown") return PILL.cooldown;
  if (phase.kind === "deciding" && !(rapid && camera.kind === "on")) return PILL.cooldown;
  return phase.kind === "idle" ? PILL.ready : PILL.scanning;
}

const DOTS: Record<string, string> = {
  [PILL.ready]: "bg-neutral",
  [PILL.scanning]: "bg-success animate-pulse",
  [PILL.cooldown]: "bg-warning",
};

export function StatusPill({ door }: { door: Door }) {
  const text = pillOf(door);
  return (
    <span className="inline-flex min-h-9 items-center gap-2 rounded-full border bg-surface px-4 font-medium text-sm text-text tabular-nums">
      <span aria-hidden="true" className={classes("size-2 rounded-full", DOTS[text])} />
      {text}
    </span>
  );
}
