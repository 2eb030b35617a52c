import { memo } from "react";
import { QR_SCREEN_SIDE, QUIET_ZONE_MODULES } from "@/features/tickets/rules";
import { qrModules, qrRects } from "@/features/tickets/ticket-qr";
import { classes } from "@/lib/classes";

interface QrSymbolProps {
  qrCodeData: string;
  label: string;
  /** Sets another size. The symbol stays sharp at any size. */
  className?: string;
}

/** contract 9: a QR code at 200 px, its quiet zone included. Black on white in every scheme. */
export const QrSymbol = memo(function QrSymbol({ qrCodeData, label, className }: QrSymbolProps) {
  const modules = qrModules(qrCodeData);
  const across = modules.length + 2 * QUIET_ZONE_MODULES;
  const rects = qrRects({ modules, module: 1, panel: { x: 0, y: 0, width: across, height: across } });
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
      <path
        fill="black"
        d={rects.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`).join("")}
      />
    </svg>
  );
});
