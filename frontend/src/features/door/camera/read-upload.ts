import { type Decoder, DecoderUnavailable, NotAPicture } from "@/features/door/camera/decoder";
import { pixelReader, uploadSizes } from "@/features/door/camera/pixels";
import type { Pixels, Reading } from "@/features/door/camera/protocol";

async function openPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    throw new NotAPicture("The file could not be opened as a picture", { cause: error });
  }
}

/** A reader that was lost under a picture has a successor, which gets it once more. */
async function readOrAgain(decoder: Decoder, pixels: () => Pixels): Promise<Reading> {
  try {
    return await decoder.read(pixels());
  } catch (error) {
    if (!(error instanceof DecoderUnavailable)) throw error;
    return await decoder.read(pixels());
  }
}

/** The QR texts of an uploaded picture, none if it has none. Throws NotAPicture and DecoderUnavailable. */
export async function readUpload(decoder: Decoder, file: Blob): Promise<string[]> {
  const picture = await openPicture(file);
  try {
    const pixelsOf = pixelReader();
    for (const size of uploadSizes(picture)) {
      const { texts } = await readOrAgain(decoder, () => pixelsOf(picture, size));
      if (texts.length > 0) return texts;
    }
    return [];
  } finally {
    picture.close();
  }
}
