import { Printer } from "lucide-react";
import { useState } from "react";
import type { Event, PassMade } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { READY_COPY, untilOf } from "@/features/door/passes/copy";
import { PassCard } from "@/features/door/passes/pass-card";
import { holderOf } from "@/features/door/passes/pass-row";
import { isLocal, passLink } from "@/features/door/passes/rules";

interface PassReadyProps {
  made: PassMade;
  event: Pick<Event, "name" | "date" | "time">;
  onClose: () => void;
}

/** contract 2.pass: the new pass. Its secret is in this dialog alone, and gone with it. */
export function PassReady({ made, event, onClose }: PassReadyProps) {
  const link = passLink(made.secret, location.origin);
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title={READY_COPY.title(holderOf(made))}
        description={READY_COPY.hint}
        actions={<Button onClick={onClose}>{READY_COPY.done}</Button>}
      >
        <div className="flex flex-col items-center gap-4">
          <QrSymbol text={link} label={READY_COPY.qr} />
          <p className="text-center text-sm text-text-muted tabular-nums">
            {untilOf(made.claimUntil, made.makesUntil)}
          </p>
        </div>
        {isLocal(location.hostname) ? <Callout tone="warning">{READY_COPY.local}</Callout> : null}
        <div className="flex flex-wrap gap-3 *:flex-1">
          <CopyButton
            text={link}
            label={READY_COPY.copy}
            copiedLabel={READY_COPY.copied}
            size="tight"
            onResult={(isCopied) => setHasFailed(!isCopied)}
          />
          <Button variant="secondary" size="tight" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {READY_COPY.print}
          </Button>
        </div>
        {hasFailed ? (
          <p role="alert" className="wrap-anywhere text-sm">
            {READY_COPY.copyFailed}: {link}
          </p>
        ) : null}
      </Dialog>
      <PassCard made={made} event={event} link={link} />
    </>
  );
}
