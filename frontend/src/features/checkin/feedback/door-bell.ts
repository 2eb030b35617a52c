import { VIBRATION } from "@/features/checkin/rules";
import type { Tone } from "@/features/checkin/verdict/verdict";

type Note = { at: number; hz: number; seconds: number; shape: OscillatorType; loudness: number };

/** One high beep, two equal beeps, a low buzz, two low notes: four sounds nobody mixes up in the noise. */
const MELODY: Record<Tone, readonly Note[]> = {
  success: [{ at: 0, hz: 1568, seconds: 0.16, shape: "sine", loudness: 0.5 }],
  already: [
    { at: 0, hz: 784, seconds: 0.13, shape: "triangle", loudness: 0.55 },
    { at: 0.22, hz: 784, seconds: 0.13, shape: "triangle", loudness: 0.55 },
  ],
  error: [{ at: 0, hz: 130, seconds: 0.3, shape: "sawtooth", loudness: 0.5 }],
  connection: [
    { at: 0, hz: 330, seconds: 0.15, shape: "triangle", loudness: 0.5 },
    { at: 0.18, hz: 220, seconds: 0.3, shape: "triangle", loudness: 0.5 },
  ],
};

const BUZZ: Record<Tone, readonly number[]> = {
  success: VIBRATION.success,
  already: VIBRATION.already,
  error: VIBRATION.error,
  connection: VIBRATION.error,
};

/** Seconds in which a note fades in and out; without them it clicks. */
const FADE = 0.01;

export type DoorBell = {
  /**
   * Browsers allow sound only from a tap on: called from the Start and Upload taps. Tells whether sound comes out; a
   * browser that waits for a tap may never say.
   */
  unlock(): Promise<boolean>;
  ring(tone: Tone): void;
  close(): void;
};

/** Sound and vibration of the verdicts. A device without either stays silent; the screen says it all. */
export function openDoorBell(): DoorBell {
  let audio: AudioContext | null = null;

  const play = (context: AudioContext, note: Note) => {
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
  };

  return {
    unlock: async () => {
      try {
        audio ??= new AudioContext();
        await audio.resume();
      } catch {
        return false; // no sound on this device, or not now
      }
      return audio?.state === "running";
    },
    ring: (tone) => {
      navigator.vibrate?.([...BUZZ[tone]]);
      if (!audio) return;
      // A phone call or the lock screen may have put it to sleep meanwhile.
      if (audio.state !== "running") audio.resume().catch(() => {});
      for (const note of MELODY[tone]) play(audio, note);
    },
    close: () => {
      audio?.close().catch(() => {});
      audio = null;
    },
  };
}
