import {
  type Decoder,
  DecoderUnavailable,
  NotAnImage,
  type Pixels,
  type Reading,
} from "@/features/door/camera/decoder";
import { pixelReader, uploadSizes } from "@/features/door/camera/pixels";

async function openImage(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    throw new NotAnImage("The file could not be opened as a picture", { cause: error });
  }
}

/** A decoder that died is replaced; the new one gets the image again. */
async function readOrAgain(decoder: Decoder, pixels: () => Pixels): Promise<Reading> {
  try {
    return await decoder.read(pixels());
  } catch (error) {
    if (!(error instanceof DecoderUnavailable)) throw error;
    return await decoder.read(pixels());
  }
}

/** The QR texts of an uploaded image. Throws NotAnImage and DecoderUnavailable. */
export async function readUpload(decoder: Decoder, file: Blob): Promise<string[]> {
  const picture = await openImage(file);
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
