import { Minus, Plus } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { countLeaver, useUnsentLeavers } from "@/features/door/figures/leavers";
import { EXIT_COPY } from "@/features/door/ui/copy";

interface LeaverButtonsProps {
  eventId: number;
  /** The number on the server. */
  leavers: number;
  by: { userId: number; device: string | null };
}

/** Counts people who leave without a scan (contract 2.exit). */
export function LeaverButtons({ eventId, leavers, by }: LeaverButtonsProps) {
  const count = Math.max(0, leavers + useUnsentLeavers(eventId));
  return (
    <div className="flex items-center gap-2">
      <IconButton
        label={EXIT_COPY.remove}
        icon={<Minus />}
        variant="secondary"
        disabled={count === 0}
        onClick={() => countLeaver({ eventId, change: -1, ...by })}
      />
      <p role="status" className="min-w-0 flex-1 text-center font-medium tabular-nums">
        {EXIT_COPY.leavers(count)}
      </p>
      <IconButton
        label={EXIT_COPY.add}
        icon={<Plus />}
        variant="secondary"
        onClick={() => countLeaver({ eventId, change: 1, ...by })}
      />
    </div>
  );
}
