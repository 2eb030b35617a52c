/** Keeps the screen on while the door is scanning. A browser without wake locks simply dims. */
export function keepScreenOn(): () => void {
  let released = false;
  let lock: WakeLockSentinel | null = null;
  const release = () => {
    released = true;
    lock?.release().catch(() => {});
    lock = null;
  };
  navigator.wakeLock?.request("screen").then(
    (granted) => {
      lock = granted;
      if (released) release();
    },
    () => {}, // a low battery may refuse it
  );
  return release;
}
