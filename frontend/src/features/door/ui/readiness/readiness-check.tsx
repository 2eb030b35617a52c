import { ClipboardCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PartBoundary } from "@/components/ui/part-boundary";
import { LoadingState } from "@/components/ui/states";
import { READINESS_COPY } from "@/features/door/ui/readiness/copy";
import type { DoorToCheck } from "@/features/door/ui/readiness/use-readiness";

const ReadinessDialog = lazyComponent(
  async () => (await import("@/features/door/ui/readiness/readiness-report")).ReadinessDialog,
  <LoadingState text={READINESS_COPY.loading} />,
);

interface ReadinessCheckProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  door: DoorToCheck;
}

/** Checks this device before the doors open (contract 2). */
export function ReadinessCheck({ open, onOpenChange, door }: ReadinessCheckProps) {
  const close = () => onOpenChange(false);
  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => {
          // Sound must be unlocked in the tap.
          void door.bell.unlock();
          onOpenChange(true);
        }}
      >
        <ClipboardCheck />
        {READINESS_COPY.open}
      </Button>
      <PartBoundary onFail={close}>
        {open ? <ReadinessDialog door={door} onClose={close} /> : null}
      </PartBoundary>
    </>
  );
}
