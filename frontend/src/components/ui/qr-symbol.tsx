import { memo } from "react";
import { classes } from "@/lib/classes";
import { qrPath } from "@/lib/qr";

/** contract 9: the QR code of the review screen, in pixels. */
const QR_SCREEN_SIDE = 200;

interface QrSymbolProps {
  text: string;
  label: string;
  /** Sets another size; the symbol stays sharp. */
  className?: string;
}

/** contract 9: a QR code at 200 px, its quiet zone included. Black on white in every scheme. */
export const QrSymbol = memo(function QrSymbol({ text, label, className }: QrSymbolProps) {
  const { across, path } = qrPath(text);
  return (
    <svg
      role="img"
      aria-label={label}
      width={QR_SCREEN_SIDE}
      height={QR_SCREEN_SIDE}
      viewBox={`0 0 ${across} ${across}`}
      shapeRendering="crispEdges"
      className={classes("shrink-0 rounded-md", className)}
    >
      <rect width={across} height={across} fill="white" />
      <path fill="black" d={path} />
    </svg>
  );
});
