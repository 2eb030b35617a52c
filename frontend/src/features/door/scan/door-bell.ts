import { VIBRATION } from "@/features/door/core/rules";
import type { Tone } from "@/features/door/core/verdict";
import { isDone } from "@/lib/with-timeout";

type Note = { at: number; hz: number; seconds: number; shape: OscillatorType; loudness: number };

/** `full`: the event has reached its capacity. */
type Ring = Tone | "full";

/** Tones that are easy to tell apart in noise. */
const MELODY: Record<Ring, readonly Note[]> = {
  success: [{ at: 0, hz: 1568, seconds: 0.16, shape: "sine", loudness: 0.5 }],
  returned: [
    { at: 0, hz: 1046, seconds: 0.1, shape: "sine", loudness: 0.5 },
    { at: 0.13, hz: 1568, seconds: 0.16, shape: "sine", loudness: 0.5 },
  ],
  left: [
    { at: 0, hz: 1046, seconds: 0.1, shape: "sine", loudness: 0.5 },
    { at: 0.13, hz: 698, seconds: 0.2, shape: "sine", loudness: 0.5 },
  ],
  already: [
    { at: 0, hz: 784, seconds: 0.13, shape: "triangle", loudness: 0.55 },
    { at: 0.22, hz: 784, seconds: 0.13, shape: "triangle", loudness: 0.55 },
  ],
  error: [{ at: 0, hz: 130, seconds: 0.3, shape: "sawtooth", loudness: 0.5 }],
  connection: [
    { at: 0, hz: 330, seconds: 0.15, shape: "triangle", loudness: 0.5 },
    { at: 0.18, hz: 220, seconds: 0.3, shape: "triangle", loudness: 0.5 },
  ],
  full: [
    { at: 0, hz: 1046, seconds: 0.25, shape: "triangle", loudness: 0.5 },
    { at: 0.3, hz: 523, seconds: 0.5, shape: "triangle", loudness: 0.5 },
  ],
};

const BUZZ: Record<Ring, readonly number[]> = {
  success: VIBRATION.success,
  returned: VIBRATION.moved,
  left: VIBRATION.moved,
  already: VIBRATION.already,
  error: VIBRATION.error,
  connection: VIBRATION.error,
  full: VIBRATION.error,
};

/** Seconds; without a fade a note clicks. */
const FADE = 0.01;

/** A later beep would seem to belong to the next guest. */
const WAKING_MS = 1000;
/** Events that browsers accept as a tap. */
const TAPS = ["click", "touchend", "keydown"] as const;

/** `suspended` before the first tap, `interrupted` during a call. */
export type Sound = "running" | "suspended" | "interrupted" | "none";

export type DoorBell = {
  /** Browsers allow sound only after a tap, so this is called in tap handlers. */
  unlock(): Promise<Sound>;
  ring(tone: Ring): void;
  close(): void;
};

function play(context: AudioContext, note: Note): void {
  const start = context.currentTime + note.at;
  const end = start + note.seconds;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(note.loudness, start + FADE);
  volume.gain.setValueAtTime(note.loudness, end - FADE);
  volume.gain.linearRampToValueAtTime(0, end);
  const tone = context.createOscillator();
  tone.type = note.shape;
  tone.frequency.value = note.hz;
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(end);
}

/** Sound and vibration of verdicts. Devices without them stay silent. */
export function openDoorBell(): DoorBell {
  let audio: AudioContext | null = null;

  const soundOf = (context: AudioContext | null): Sound =>
    !context || context.state === "closed" ? "none" : context.state;
  /** In some browsers `resume` stays pending before a tap. */
  const wake = async (): Promise<Sound> => {
    if (audio && audio.state !== "running") {
      await isDone(audio.resume(), WAKING_MS);
    }
    return soundOf(audio);
  };
  const onTap = () => void wake();
  const close = () => {
    for (const tap of TAPS) document.removeEventListener(tap, onTap, true);
    audio?.close().catch(() => {});
    audio = null;
  };

  return {
    unlock: () => {
      try {
        if (!audio) {
          audio = new AudioContext();
          // After a call only a tap restores the sound: any tap.
          for (const tap of TAPS) document.addEventListener(tap, onTap, true);
        }
      } catch {
        return Promise.resolve("none"); // no sound on this device
      }
      return wake();
    },
    ring: (tone) => {
      navigator.vibrate?.([...BUZZ[tone]]);
      const sound = (context: AudioContext) => {
        for (const note of MELODY[tone]) play(context, note);
      };
      if (audio?.state === "running") return sound(audio);
      void wake().then(() => {
        if (audio?.state === "running") sound(audio);
      });
    },
    close,
  };
}
