import { memo } from "react";
import { OrganisationLine } from "@/components/print/organisation-line";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { TypeMark } from "@/components/ui/type-mark";
import { qrAltText, TICKET_COPY, termsOf } from "@/features/tickets/copy";
import { placeOf, type TicketFace } from "@/features/tickets/ticket-face";
import { classes } from "@/lib/classes";
import { formatEventSpan } from "@/lib/exact-date";

/** Names longer than this use the smaller size. */
const LONG_NAME = 28;

/**
 * A ticket to cut out. The QR code is 40 mm wide with its quiet zone, 30 mm without, so that a phone reads it at arm's
 * length. Long names shrink, the code never does.
 */
export const TicketCard = memo(function TicketCard({ face }: { face: TicketFace }) {
  const place = placeOf(face);
  return (
    <div className="flex h-full flex-col justify-between gap-1 overflow-hidden">
      <div>
        <OrganisationLine />
        <p className="wrap-anywhere line-clamp-2 text-balance font-semibold" dir="auto">
          {face.eventName}
        </p>
        <p className="text-ink-muted text-print-sm">
          {formatEventSpan(face.eventDate, face.eventTime, face.endTime)}
        </p>
        {place ? <p className="line-clamp-1 text-ink-muted text-print-sm">{place}</p> : null}
      </div>
      <div className="flex items-stretch justify-between">
        <div className="flex min-w-0 flex-1 flex-col justify-between">
          <p
            className={classes(
              "wrap-anywhere font-semibold",
              face.fullName.length > LONG_NAME ? "line-clamp-4" : "line-clamp-3 text-print-lg",
            )}
            dir="auto"
          >
            {face.fullName}
          </p>
          {face.ticketType ? <TypeMark type={face.ticketType} className="text-print-sm" /> : null}
          <div>
            {face.tableNumber > 0 ? (
              <>
                <p className="text-ink-muted text-print-xs">{TICKET_COPY.table}</p>
                <p className="font-semibold text-print-lg tabular-nums">{face.tableNumber}</p>
              </>
            ) : null}
            <p className="wrap-anywhere mt-1 line-clamp-2 text-print-sm tabular-nums">{face.invoiceNumber}</p>
          </div>
          <p className="line-clamp-3 wrap-anywhere text-ink-muted text-print-xs">{termsOf(face).join(" ")}</p>
        </div>
        {/* On this side the code's quiet zone is the margin. */}
        <QrSymbol text={face.qrCodeData} label={qrAltText(face)} className="-mr-2 -mb-2 size-ticket-qr" />
      </div>
    </div>
  );
});
