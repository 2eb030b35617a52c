import type { Pixels } from "@/features/checkin/decoder/read-qr";

/** What the page asks of the decoder's worker. The pixels are handed over, not copied. */
export type DecodeRequest = { id: number; pixels: Pixels; denoise: boolean };

/** `broken` says that nothing can ever be read here; `failed`, that one picture could not. `ready` comes once, first. */
export type DecodeReply =
  | { kind: "ready" }
  | { kind: "broken"; reason: string }
  | { kind: "read"; id: number; texts: string[] }
  | { kind: "failed"; id: number; reason: string };
