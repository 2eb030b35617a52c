import { LogIn, LogOut } from "lucide-react";
import type { Direction } from "@/features/door/core/decide";
import { EXIT_COPY } from "@/features/door/ui/copy";
import { classes } from "@/lib/classes";

const WAYS = [
  { way: "in", label: EXIT_COPY.in, Icon: LogIn },
  { way: "out", label: EXIT_COPY.out, Icon: LogOut },
] as const;

/** Whether guests come in or leave at this door (contract 2.exit). */
export function DirectionSwitch({
  direction,
  onChange,
}: {
  direction: Direction;
  onChange: (direction: Direction) => void;
}) {
  return (
    <fieldset className="flex overflow-hidden rounded-md border-2 border-on-brand">
      <legend className="sr-only">{EXIT_COPY.direction}</legend>
      {WAYS.map(({ way, label, Icon }) => (
        <label
          key={way}
          className={classes(
            "flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 px-5 font-semibold text-lg has-focus-visible:outline-2 has-focus-visible:outline-offset-[-4px]",
            direction === way ? "bg-on-brand text-brand-deep" : "text-on-brand",
          )}
        >
          <input
            type="radio"
            name="direction"
            className="sr-only"
            checked={direction === way}
            onChange={() => onChange(way)}
          />
          <Icon className="size-5 shrink-0" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
