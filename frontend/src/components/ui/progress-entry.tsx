import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";

interface ProgressEntryProps {
  title: string;
  /** Below the title. */
  facts: string;
  badge: ReactNode;
  dismissLabel: string;
  /** Undefined while it cannot be dismissed. */
  onDismiss: (() => void) | undefined;
  children: ReactNode;
}

/** Long work in a list: its name and state, then its progress or result. */
export function ProgressEntry({
  title,
  facts,
  badge,
  dismissLabel,
  onDismiss,
  children,
}: ProgressEntryProps) {
  return (
    <div className="flex flex-col gap-3 px-5 py-4 sm:px-6">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="wrap-anywhere font-medium" dir="auto">
            {title}
          </p>
          <p className="wrap-anywhere text-sm text-text-muted">{facts}</p>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {badge}
          {onDismiss ? (
            <IconButton label={dismissLabel} icon={<X />} onClick={onDismiss} className="-my-2 -mr-3" />
          ) : null}
        </div>
      </div>
      {children}
    </div>
  );
}
