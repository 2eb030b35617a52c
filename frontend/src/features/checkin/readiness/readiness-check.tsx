import { ClipboardCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadingState } from "@/components/ui/states";
import { READINESS_COPY } from "@/features/checkin/readiness/copy";
import type { DoorToCheck } from "@/features/checkin/readiness/use-readiness";

const ReadinessReport = lazyPart(
  async () => (await import("@/features/checkin/readiness/readiness-report")).ReadinessReport,
  <LoadingState text={READINESS_COPY.loading} />,
);

interface ReadinessCheckProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  door: DoorToCheck;
}

/** contract 2: whether this device is ready, before the doors open. */
export function ReadinessCheck({ open, onOpenChange, door }: ReadinessCheckProps) {
  const [round, setRound] = useState(1);

  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => {
          // Sound needs the tap itself.
          void door.bell.unlock();
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
        <ReadinessReport key={round} door={door} />
      </Dialog>
    </>
  );
}
