/** Texts of the device check (contract 2). */
export const READINESS_COPY = {
  open: "Check this device",
  title: "Ready for the door?",
  hint: "What this device needs tonight, tried out in a few seconds.",
  list: "What was checked",
  checking: "Checking...",
  ready: "Ready for the door",
  again: "Check again",
  close: "Close",
  loading: "Loading the check...",
  playBeep: "Play the beep",
} as const;
