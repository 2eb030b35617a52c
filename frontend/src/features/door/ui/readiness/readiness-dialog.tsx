import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { READINESS_COPY } from "@/features/door/ui/readiness/copy";
import { ReadinessReport } from "@/features/door/ui/readiness/readiness-report";
import type { DoorToCheck } from "@/features/door/ui/readiness/use-readiness";

/** The report, and the way to check once more. */
export function ReadinessDialog({ door, onClose }: { door: DoorToCheck; onClose: () => void }) {
  const [round, setRound] = useState(1);
  // Where the claim of a pass opened it: a reload in the middle of the evening finds the door, and not this.
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (state?.check) void navigate(".", { replace: true, state: null });
  }, [state, navigate]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={READINESS_COPY.title}
      description={READINESS_COPY.hint}
      width="wide"
      actions={
        <>
          <Button variant="secondary" onClick={() => setRound(round + 1)}>
            {READINESS_COPY.again}
          </Button>
          <Button onClick={onClose}>{READINESS_COPY.close}</Button>
        </>
      }
    >
      <ReadinessReport key={round} door={door} />
    </Dialog>
  );
}
