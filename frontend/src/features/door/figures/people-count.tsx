import { OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { figure } from "@/features/door/figures/copy";
import { type Fullness, fullnessLabel } from "@/lib/capacity";
import { classes } from "@/lib/classes";

/** Important: the card's own background would win. */
export const FULLNESS_LOOK: Record<Fullness, { card: string; muted: string }> = {
  roomy: { card: "", muted: "text-text-muted" },
  nearly: { card: "border-transparent bg-warning! text-on-warning", muted: "" },
  full: { card: "border-transparent bg-verdict-refused! text-on-verdict-refused", muted: "" },
};

interface FullnessSignProps {
  people: number | undefined;
  capacity: number | null;
  isSmall?: boolean;
}

/** 'Nearly full' or 'Full', with a sign; nothing while there is room. */
export function FullnessSign({ people, capacity, isSmall = false }: FullnessSignProps) {
  const words = people === undefined || capacity === null ? null : fullnessLabel(people, capacity);
  const Sign = people !== undefined && capacity !== null && people >= capacity ? OctagonX : TriangleAlert;
  return words ? (
    <p className={classes("flex items-center gap-2 font-semibold", isSmall ? "text-lg" : "text-2xl")}>
      <Sign className={classes("shrink-0", isSmall ? "size-6" : "size-8")} />
      {words}
    </p>
  ) : null;
}

interface PeopleCountProps {
  label: string;
  count: number | null | undefined;
  muted: string;
  isSmall?: boolean;
  children?: ReactNode;
}

export function PeopleCount({ label, count, muted, isSmall = false, children }: PeopleCountProps) {
  return (
    <p className="mt-3 tabular-nums">
      <span className={classes("block text-xl", muted)}>{label} </span>
      <span className={classes("font-semibold", isSmall ? "text-across-small" : "text-across")}>
        {figure(count)}
      </span>{" "}
      <span className={classes("text-2xl", muted)}>{children}</span>
    </p>
  );
}
