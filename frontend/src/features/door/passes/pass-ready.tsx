import { Printer } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import type { Event, PassMade } from "@/api/types";
import { PageRules } from "@/components/print/paper";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { CARD_COLOURS, CARD_COPY, listText, READY_COPY, untilOf } from "@/features/door/passes/copy";
import { holderOf } from "@/features/door/passes/pass-row";
import { isLocal, passLink } from "@/features/door/passes/rules";
import { classes } from "@/lib/classes";

interface PassReadyProps {
  made: PassMade;
  event: Pick<Event, "name" | "date" | "time">;
  onClose: () => void;
}

/** A new pass. Only this dialog has its secret (contract 2.pass). */
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
          {made.list ? (
            <p className="wrap-anywhere text-center font-medium">{listText(made.list.name)}</p>
          ) : null}
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
            <Printer />
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

interface PassCardProps {
  made: PassMade;
  event: Pick<Event, "name" | "date" | "time">;
  link: string;
}

/** The printed card, invisible on the screen (contract 2.pass). */
export function PassCard({ made, event, link }: PassCardProps) {
  return createPortal(
    <section
      data-pass-card
      aria-hidden="true"
      className="hidden text-ink text-print scheme-light print:block"
    >
      <PageRules margin={{ block: 20, inline: 20 }} />
      <style>{"@media print { body > :not([data-pass-card]) { display: none !important } }"}</style>
      <h1 className="font-semibold text-2xl">{made.door}</h1>
      {made.list ? <p className="mt-1 text-xl">{listText(made.list.name)}</p> : null}
      <p className="mt-1 text-xl">{event.name}</p>
      <p className="text-lg">{CARD_COPY.when(event.date, event.time)}</p>
      <div className="mt-6 flex items-center gap-8">
        <QrSymbol text={link} label={READY_COPY.qr} />
        <div>
          <p className="font-semibold text-xl">{CARD_COPY.title}</p>
          <ol className="mt-2 list-decimal pl-6 text-lg">
            {CARD_COPY.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
      <p className="mt-3 text-base">{CARD_COPY.once(made.claimUntil, made.makesUntil)}</p>
      <h2 className="mt-8 font-semibold text-xl">{CARD_COPY.colours}</h2>
      <dl className="mt-3 flex flex-col gap-2 text-lg">
        {CARD_COLOURS.map(({ look, word, message }) => (
          <div key={word} className="flex items-center gap-4">
            <dt
              className={classes(
                "w-24 rounded-md px-3 py-2 text-center font-semibold [print-color-adjust:exact]",
                look,
              )}
            >
              {word}
            </dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 text-lg">
        {CARD_COPY.ask}: <span className="font-semibold">{made.maker.fullName}</span>
      </p>
      <p className="mt-4 text-lg">{CARD_COPY.phone}: ______________________</p>
    </section>,
    document.body,
  );
}
