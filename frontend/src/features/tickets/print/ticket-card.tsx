import { memo } from "react";
import { QrSymbol } from "@/components/ui/qr-symbol";
import { qrAltText } from "@/features/tickets/copy";
import { LINE_HEIGHT, type Measure } from "@/features/tickets/picture/fit-text";
import { TICKET_FONT } from "@/features/tickets/picture/measure";
import type { TextRun } from "@/features/tickets/picture/text-run";
import { DOTS_PER_MM, layoutCard } from "@/features/tickets/print/card-layout";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { useSettings } from "@/hooks/use-settings";
import { classes } from "@/lib/classes";
import type { Rect } from "@/lib/qr";

const inMm = (dots: number) => `${dots / DOTS_PER_MM}mm`;

const placed = ({ x, y, width, height }: Rect) => ({
  left: inMm(x),
  top: inMm(y),
  width: inMm(width),
  height: inMm(height),
});

/** Printed where browsers leave out backgrounds too. */
const PRINTED_COLOUR = "absolute [print-color-adjust:exact]";

interface TicketCardProps {
  face: TicketFace;
  /** Must be stable. */
  measure: Measure;
}

/**
 * A ticket to cut out, laid out as in the PDF. The QR code is 40 mm wide with its quiet zone, 30 mm without, so that a
 * phone reads it at arm's length.
 */
export const TicketCard = memo(function TicketCard({ face, measure }: TicketCardProps) {
  const { logoUrl } = useSettings();
  const { texts, band, rule, logo, qr } = layoutCard(face, measure);
  return (
    <>
      {logo && logoUrl ? (
        <img src={logoUrl} alt="" style={placed(logo)} className="absolute object-contain object-right" />
      ) : null}
      {rule ? (
        <div
          style={{ ...placed(rule), ...(rule.color ? { background: rule.color } : {}) }}
          className={classes("bg-ink-line", PRINTED_COLOUR)}
        />
      ) : null}
      {band ? (
        <div
          style={{ ...placed(band), background: `var(--type-${band.color})` }}
          className={classes("rounded-sm", PRINTED_COLOUR)}
        />
      ) : null}
      {texts.map((lines) => (
        <CardText key={`${lines[0]?.box.x} ${lines[0]?.box.y}`} lines={lines} />
      ))}
      <div style={placed(qr)} className="absolute">
        <QrSymbol text={face.qrCodeData} label={qrAltText(face)} className="size-full" />
      </div>
    </>
  );
});

function CardText({ lines }: { lines: readonly TextRun[] }) {
  const [first] = lines;
  if (!first) return null;
  const { box, font, ink } = first;
  return (
    <p
      dir="auto"
      style={{
        left: inMm(box.x),
        top: inMm(box.y),
        width: inMm(box.width),
        fontFamily: TICKET_FONT,
        fontSize: inMm(font.size),
        fontWeight: font.weight,
        lineHeight: LINE_HEIGHT,
      }}
      // As wide as it was measured, at every size of the screen.
      className={classes(
        "absolute whitespace-pre [text-rendering:geometricPrecision]",
        ink === "muted" && "text-ink-muted",
      )}
    >
      {lines.map(({ text }) => text).join("\n")}
    </p>
  );
}
