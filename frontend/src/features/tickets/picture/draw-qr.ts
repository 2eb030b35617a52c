import { paintPng } from "@/features/tickets/picture/paint-png";
import { QR_PICTURE_SIDE } from "@/features/tickets/rules";
import { placeQr, qrRects } from "@/lib/qr";

/** Draws a QR code with its quiet zone as a PNG. Throws if the browser has no canvas. */
export function drawQr(qrCodeData: string): Promise<Blob> {
  const placed = placeQr(qrCodeData, { x: 0, y: 0, side: QR_PICTURE_SIDE });
  return paintPng({ width: QR_PICTURE_SIDE, height: QR_PICTURE_SIDE }, (pen) => {
    // Black on white in every scheme, for the contrast.
    pen.fillStyle = "white";
    pen.fillRect(0, 0, QR_PICTURE_SIDE, QR_PICTURE_SIDE);
    pen.fillStyle = "black";
    for (const { x, y, width, height } of qrRects(placed)) pen.fillRect(x, y, width, height);
  });
}
