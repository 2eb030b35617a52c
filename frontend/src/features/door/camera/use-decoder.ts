import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Decoder, type DecoderTrouble, openDecoder, type Reading } from "@/features/door/camera/decoder";
import { fitSide, pixelReader } from "@/features/door/camera/pixels";
import {
  DECODE_INTERVAL_MS,
  FRAME_MAX_SIDE,
  FULL_SIZE_TURN,
  TURNS,
  UPLOAD_FIRST_SIDE,
} from "@/features/door/core/rules";

/** Loaded with the screen, so that the first ticket does not wait. */
export function useDecoder() {
  const current = useRef<Decoder | null>(null);
  const [trouble, setTrouble] = useState<DecoderTrouble | null>(null);

  const load = useCallback(() => {
    current.current?.close();
    setTrouble(null);
    current.current = openDecoder(setTrouble);
  }, []);

  useEffect(() => {
    load();
    return () => {
      current.current?.close();
      current.current = null;
    };
  }, [load]);

  return { current, trouble, load };
}

type CameraReading = {
  video: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  decoder: RefObject<Decoder | null>;
  /** True while an upload is decoded. */
  paused: RefObject<boolean>;
  onRead: (reading: Reading) => void;
};

/** Decodes frames while there is a stream (contract 9). `onRead` must be stable. */
export function useCameraReading({ video, stream, decoder, paused, onRead }: CameraReading): void {
  useEffect(() => {
    const screen = video.current;
    if (!stream || !screen) return;
    const pixelsOf = pixelReader();
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    /** Turn of the next frame. A turn that succeeded is repeated, so that a ticket in view stays readable. */
    let turn = 0;

    const readOnce = async () => {
      const size = { width: screen.videoWidth, height: screen.videoHeight };
      if (paused.current || !decoder.current || screen.readyState < 2 || size.width === 0) return;
      const way = turn;
      // Even if this frame fails, so that one filter cannot crash the decoder repeatedly.
      turn += 1;
      const side = way % TURNS === FULL_SIZE_TURN ? UPLOAD_FIRST_SIDE : FRAME_MAX_SIDE;
      const reading = await decoder.current.read(pixelsOf(screen, fitSide(size, side)), way);
      if (reading.texts.length > 0) turn = way;
      if (!over && !paused.current) onRead(reading);
    };
    const loop = async () => {
      const started = performance.now();
      // One failed frame (a resize, a camera hiccup) must not end the loop.
      await readOnce().catch(() => {});
      const rest = Math.max(0, DECODE_INTERVAL_MS - (performance.now() - started));
      if (!over) timer = setTimeout(loop, rest);
    };
    void loop();

    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [video, stream, decoder, paused, onRead]);
}
