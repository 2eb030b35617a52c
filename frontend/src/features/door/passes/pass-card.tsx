import { createPortal } from "react-dom";
import type { Event, PassMade } from "@/api/types";
import { PageRules } from "@/components/print/paper";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { CARD_COLOURS, CARD_COPY, READY_COPY } from "@/features/door/passes/copy";
import { classes } from "@/lib/classes";

interface PassCardProps {
  made: PassMade;
  event: Pick<Event, "name" | "date" | "time">;
  link: string;
}

/** contract 2.pass: what comes out of the printer while a new pass shows. On the screen there is nothing of it. */
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
        {CARD_COLOURS.map(({ look, word, says }) => (
          <div key={word} className="flex items-center gap-4">
            <dt
              className={classes(
                "w-24 rounded-md px-3 py-2 text-center font-semibold [print-color-adjust:exact]",
                look,
              )}
            >
              {word}
            </dt>
            <dd>{says}</dd>
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
