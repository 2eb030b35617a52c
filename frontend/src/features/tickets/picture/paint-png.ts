export type Pen = CanvasRenderingContext2D;

/** Draws an image as a PNG. Throws if the browser has no canvas. */
export async function paintPng(
  size: { width: number; height: number },
  paint: (pen: Pen) => void,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = size.width;
  canvas.height = size.height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw pictures");
  paint(pen);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be made");
  return blob;
}
