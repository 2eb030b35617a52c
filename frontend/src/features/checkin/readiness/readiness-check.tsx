import { ClipboardCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, loadDialog } from "@/components/ui/dialog";
import { later } from "@/components/ui/later";
import { Spinner } from "@/components/ui/spinner";
import { READINESS_COPY } from "@/features/checkin/readiness/copy";
import type { DoorToCheck } from "@/features/checkin/readiness/use-readiness";

/** With the window that it opens in: one without the other shows nothing. */
const readinessReport = later(async () => {
  const [{ ReadinessReport }] = await Promise.all([
    import("@/features/checkin/readiness/readiness-report"),
    loadDialog(),
  ]);
  return ReadinessReport;
});

/** Loads the check ahead of its opening. Rejects where it cannot be loaded; the next call tries again. */
export const loadReport = readinessReport.get;

interface ReadinessCheckProps {
  open: boolean;
  /** It waits for its code, or could not get it. */
  opening: "loading" | "failed" | null;
  onOpenChange: (open: boolean) => void;
  door: DoorToCheck;
}

/** contract 2: whether this device is ready, before the doors open. */
export function ReadinessCheck({ open, opening, onOpenChange, door }: ReadinessCheckProps) {
  const [round, setRound] = useState(1);
  const ReadinessReport = readinessReport.use(open);

  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        aria-busy={opening === "loading" || undefined}
        onClick={() => {
          // Sound needs the tap itself.
          void door.bell.unlock();
          onOpenChange(true);
        }}
      >
        {opening === "loading" ? <Spinner /> : <ClipboardCheck aria-hidden="true" />}
        {READINESS_COPY.open}
      </Button>
      {opening === "failed" && !ReadinessReport ? (
        <p role="alert" className="font-medium text-danger-text text-sm">
          {READINESS_COPY.notLoaded}
        </p>
      ) : null}
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
        {ReadinessReport ? <ReadinessReport key={round} door={door} /> : null}
      </Dialog>
    </>
  );
}
