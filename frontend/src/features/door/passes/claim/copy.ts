/** Texts of /pass (contract 2.pass). */
export const CLAIM_COPY = {
  title: "Help at the door",
  hint: "Type your name. The event and your door show once you start.",
  name: "Your name",
  nameMissing: "Type your name",
  start: "Start",
  starting: "Starting...",
  noAnswer: "No answer from the server. Check the connection, then tap Start again.",
  noPass:
    "This link has no pass in it. Scan the code again, or ask the person who gave it to you for a new one.",
  back: "Back to the door",
  signedIn: (fullName: string) => `${fullName} is signed in on this phone.`,
  signedInHint: "Start signs them out here. Check-ins that were made are kept and sent.",
  signOutAndStart: "Sign out and start",
} as const;
