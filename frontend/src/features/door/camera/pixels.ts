import type { Pixels } from "@/features/door/camera/decoder";
import { UPLOAD_FIRST_SIDE, UPLOAD_MAX_AREA } from "@/features/door/core/rules";

export type Size = { width: number; height: number };

/** Limits the longest side; never enlarges. */
export function fitSide({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Limits the area; never enlarges. */
export function fitArea({ width, height }: Size, area: number): Size {
  const scale = Math.min(1, Math.sqrt(area / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Sizes to try for an upload: small, then full size if larger. */
export function uploadSizes(picture: Size): Size[] {
  const first = fitSide(picture, UPLOAD_FIRST_SIDE);
  const full = fitArea(picture, UPLOAD_MAX_AREA);
  return full.width > first.width ? [first, full] : [first];
}

/** Returns a function that draws images on its own canvas and reads the pixels. */
export function pixelReader(): (source: CanvasImageSource, size: Size) => Pixels {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (source, { width, height }) => {
    if (!context) throw new Error("This browser cannot read pictures");
    // Setting a size clears the canvas.
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    // A transparent PNG is drawn on white.
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(source, 0, 0, width, height);
    return context.getImageData(0, 0, width, height) as Pixels;
  };
}
