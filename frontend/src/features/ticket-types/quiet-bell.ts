const HZ = 660;
const SECONDS = 0.4;
const LOUDNESS = 0.12;

/** One quiet sound. Browsers play it only after a click or key press on the page. */
export function ringQuietly(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    const audio = new AudioContext();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(LOUDNESS, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SECONDS);
    const tone = audio.createOscillator();
    tone.frequency.value = HZ;
    tone.connect(volume).connect(audio.destination);
    tone.onended = () => void audio.close();
    tone.start();
    tone.stop(audio.currentTime + SECONDS);
  } catch {
    // No sound on this device: the screen says it.
  }
}
