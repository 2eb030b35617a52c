import { ClipboardCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { later } from "@/components/ui/later";
import { type DoorBell, openDoorBell } from "@/features/checkin/feedback/door-bell";
import { READINESS_COPY } from "@/features/checkin/readiness/copy";
import type { DoorToCheck } from "@/features/checkin/readiness/use-readiness";

const readinessReport = later(
  async () => (await import("@/features/checkin/readiness/readiness-report")).ReadinessReport,
);

interface ReadinessCheckProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  door: Omit<DoorToCheck, "bell">;
}

/** contract 2: whether this device is ready, before the doors open. */
export function ReadinessCheck({ open, onOpenChange, door }: ReadinessCheckProps) {
  const [round, setRound] = useState(1);
  const [bell] = useState<DoorBell>(openDoorBell);
  const ReadinessReport = readinessReport.use(open);
  useEffect(() => () => bell.close(), [bell]);

  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => {
          // Sound needs the tap itself.
          void bell.unlock();
          onOpenChange(true);
        }}
      >
        <ClipboardCheck aria-hidden="true" />
        {READINESS_COPY.open}
      </Button>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={READINESS_COPY.title}
        description={READINESS_COPY.hint}
        width="wide"
        actions={
          <>
            <Button variant="secondary" onClick={() => setRound(round + 1)}>
              {READINESS_COPY.again}
            </Button>
            <Button onClick={() => onOpenChange(false)}>{READINESS_COPY.close}</Button>
          </>
        }
      >
        {ReadinessReport ? <ReadinessReport key={round} door={{ ...door, bell }} /> : null}
      </Dialog>
    </>
  );
}
