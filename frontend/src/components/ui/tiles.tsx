import type { LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { KeyHint } from "@/components/ui/key-hint";
import { useShortcutsOn } from "@/hooks/shortcuts";
import { classes } from "@/lib/classes";

export interface Tile {
  to: string;
  label: string;
  icon: LucideIcon;
  shortcut?: string;
}

/** Links to other screens as tiles: in pairs, in the given columns on a large screen. */
export function Tiles({ tiles, columns }: { tiles: Tile[]; columns: string }) {
  const hasShortcuts = useShortcutsOn();
  return (
    <div className={classes("grid grid-cols-2 gap-3 sm:gap-4", columns)}>
      {tiles.map(({ to, label, icon: Icon, shortcut }) => (
        <Link
          key={to}
          to={to}
          aria-label={label}
          aria-keyshortcuts={hasShortcuts ? shortcut : undefined}
          className="flex min-h-14 items-center gap-3 rounded-md border bg-surface p-3 transition-colors hover:border-accent"
        >
          <Icon className="size-5 shrink-0 text-accent" />
          <span className="font-medium leading-tight">{label}</span>
          {hasShortcuts && shortcut ? <KeyHint className="ml-auto">{shortcut}</KeyHint> : null}
        </Link>
      ))}
    </div>
  );
}
