import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Decoder, type DecoderTrouble, openDecoder } from "@/features/checkin/decoder/decoder";
import { fitSide, pixelReader } from "@/features/checkin/decoder/pixels";
import { DECODE_INTERVAL_MS, FRAME_MAX_SIDE } from "@/features/checkin/rules";

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

type Reading = {
  video: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  decoder: RefObject<Decoder | null>;
  /** True while an upload is being read: one code at a time. */
  paused: RefObject<boolean>;
  onRead: (codes: string[]) => void;
};

/** Reads the camera's picture twice a second while there is a stream (contract 9). `onRead` must be stable. */
export function useCameraReading({ video, stream, decoder, paused, onRead }: Reading): void {
  useEffect(() => {
    const screen = video.current;
    if (!stream || !screen) return;
    const pixelsOf = pixelReader();
    let timer: ReturnType<typeof setTimeout>;
    let over = false;

    const readOnce = async () => {
      const size = { width: screen.videoWidth, height: screen.videoHeight };
      if (paused.current || !decoder.current || screen.readyState < 2 || size.width === 0) return;
      const codes = await decoder.current.read(pixelsOf(screen, fitSide(size, FRAME_MAX_SIDE)));
      if (!over && !paused.current) onRead(codes);
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
