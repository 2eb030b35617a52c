const HZ = 660;
const SECONDS = 0.4;
const LOUDNESS = 0.12;
/** Events that browsers accept as a tap. */
const TAPS = ["click", "touchend", "keydown"] as const;

/** One for the page: a tap starts it, and browsers limit how many are open. */
let audio: AudioContext | null = null;

function wake(): void {
  try {
    audio ??= new AudioContext();
    if (audio.state !== "running") audio.resume().catch(() => {});
  } catch {
    // No sound on this device: the screen says it.
  }
}

/** Lets the bell ring from the next click or key press on. Returns a function that stops listening. */
export function wakeOnTap(): () => void {
  if (navigator.userActivation?.hasBeenActive) wake();
  for (const tap of TAPS) document.addEventListener(tap, wake, true);
  return () => {
    for (const tap of TAPS) document.removeEventListener(tap, wake, true);
  };
}

/** One quiet sound, if the page has had a tap. */
export function ringQuietly(): void {
  if (audio?.state !== "running") return;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(LOUDNESS, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SECONDS);
  const tone = audio.createOscillator();
  tone.frequency.value = HZ;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}
