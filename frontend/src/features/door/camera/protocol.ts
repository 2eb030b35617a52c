/** Pixels as a canvas gives them: RGBA, row by row. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** The texts of the QR codes in a picture, best found first; `isCodeLike` where there is one that cannot be read. */
export type Reading = { texts: string[]; isCodeLike: boolean };

/**
 * What the page asks of the decoder's worker. The pixels are handed over, not copied. `turn` counts the camera's pictures
 * since one was read; an upload has none, and is tried in every way.
 */
export type DecodeRequest = { id: number; pixels: Pixels; turn: number | null };

/** `broken` says that nothing can ever be read here; `failed`, that one picture could not. `ready` comes once, first. */
export type DecodeReply =
  | { kind: "ready" }
  | { kind: "broken"; reason: string }
  | { kind: "read"; id: number; reading: Reading }
  | { kind: "failed"; id: number; reason: string };
