import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Decoder, type DecoderTrouble, openDecoder } from "@/features/door/camera/decoder";
import { fitSide, pixelReader } from "@/features/door/camera/pixels";
import type { Reading } from "@/features/door/camera/protocol";
import {
  DECODE_INTERVAL_MS,
  FRAME_MAX_SIDE,
  FULL_SIZE_TURN,
  TURNS,
  UPLOAD_FIRST_SIDE,
} from "@/features/door/core/rules";

/** The door's decoder: loaded with the screen, so that the first ticket does not wait; closed with it. */
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
  /** True while an upload is being read: one code at a time. */
  paused: RefObject<boolean>;
  onRead: (reading: Reading) => void;
};

/** Reads the camera's picture twice a second while there is a stream (contract 9). `onRead` must be stable. */
export function useCameraReading({ video, stream, decoder, paused, onRead }: CameraReading): void {
  useEffect(() => {
    const screen = video.current;
    if (!stream || !screen) return;
    const pixelsOf = pixelReader();
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    /** In which way the next picture is read; the one that read is kept, so that a ticket that stays in view is seen there. */
    let turn = 0;

    const readOnce = async () => {
      const size = { width: screen.videoWidth, height: screen.videoHeight };
      if (paused.current || !decoder.current || screen.readyState < 2 || size.width === 0) return;
      const way = turn;
      // Also where this one fails: no way may bring down the reader again and again.
      turn += 1;
      const side = way % TURNS === FULL_SIZE_TURN ? UPLOAD_FIRST_SIDE : FRAME_MAX_SIDE;
      const reading = await decoder.current.read(pixelsOf(screen, fitSide(size, side)), way);
      if (reading.texts.length > 0) turn = way;
      if (!over && !paused.current) onRead(reading);
    };
    const loop = async () => {
      const started = performance.now();
      // One unreadable picture (a resize, a hiccup of the camera) must never end the scanning.
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
