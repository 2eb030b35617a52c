import { Printer, UserPlus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { ShareButtons } from "@/features/tickets/share-buttons";
import type { useShareTickets } from "@/features/tickets/share-tickets";
import { TicketExitLinks } from "@/features/tickets/ticket-exit-links";
import type { Origin } from "@/hooks/origin";
import { classes } from "@/lib/classes";

/** The actions of new tickets, as the page gives them. */
export interface ResultActions {
  printAddress: string;
  /** The amount that is still owed, as text; null for nothing. */
  owed: string | null;
  sending: ReactNode;
  onAddAnother: () => void;
}

interface ResultPanelProps extends ResultActions {
  heading: string;
  /** Null until drawn. */
  file: File | null;
  exits: ReturnType<typeof useShareTickets>;
  qrCodes: readonly string[];
  origin: Origin;
  className: string;
  /** The guest, below the heading. */
  children: ReactNode;
}

/** Heading and next steps beside new tickets; the result starts at the top of the page, with the focus on its heading. */
export function ResultPanel({
  heading,
  owed,
  file,
  exits,
  qrCodes,
  printAddress,
  origin,
  sending,
  onAddAnother,
  className,
  children,
}: ResultPanelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form before it may have been scrolled; focusing alone would scroll to the middle of the result.
    document.documentElement.scrollTop = 0;
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes("flex flex-col gap-3", className)}>
      <div className="mb-2 flex flex-col gap-1">
        <h2 ref={title} tabIndex={-1} data-key-text className="font-semibold text-xl outline-none">
          {heading}
        </h2>
        {children}
        {owed ? <p className="font-medium text-on-warning-soft">{owed}</p> : null}
      </div>
      <ShareButtons
        file={file}
        onShare={exits.share}
        onDownload={exits.download}
        qrCodes={qrCodes}
        className="md:flex-col"
      />
      <ButtonLink variant="secondary" to={printAddress} state={origin}>
        <Printer />
        {RESULT_COPY.print}
      </ButtonLink>
      {sending}
      <Button variant="secondary" onClick={onAddAnother}>
        <UserPlus />
        {RESULT_COPY.addAnother}
      </Button>
      <TicketExitLinks className="md:flex-col" />
    </div>
  );
}
