import { formatCount } from "@/lib/count";

/** Texts of the report, loaded with it (contract 2). */
export const thingsToLookAt = (count: number) =>
  count === 1 ? "1 thing to check" : `${count} things to check`;

/** Labels of the icons, for screen readers. */
export const FINDING_LABEL = {
  good: "OK",
  look: "Needs attention",
  broken: "Does not work",
  note: "Note",
} as const;

/** Most important first. */
export const CHECK_NAMES = {
  tickets: "Tickets",
  server: "Server",
  offline: "Without a network",
  camera: "Camera",
  reader: "QR reader",
  signIn: "Sign-in",
  battery: "Battery",
  sound: "Sound",
  screen: "Screen",
  clock: "Clock",
  live: "Live updates",
  page: "Page",
} as const;

const minutes = (milliseconds: number) => Math.round(milliseconds / 60_000);
const tickets = (count: number) => `${formatCount(count)} ${count === 1 ? "ticket" : "tickets"}`;
const alreadyIn = (count: number) =>
  count === 0 ? "no one has arrived yet" : `${formatCount(count)} arrived`;

function apart(milliseconds: number): string {
  const distance = Math.abs(milliseconds);
  if (minutes(distance) < 120) return `${minutes(distance)} minutes`;
  const hours = Math.round(distance / 3_600_000);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

export const FINDING_MESSAGE = {
  secure: "Secure: the camera may open.",
  insecure: "Not secure (no HTTPS): browsers open no camera here.",
  cameraOpened: (label: string, width: number, height: number) =>
    `${label || "A camera"} opens${width > 0 && height > 0 ? ` (${width} × ${height})` : ""}.`,
  cameraReplaced: (label: string) =>
    `The chosen camera is not there. ${label || "Another one"} opens instead.`,
  cameraBlind: (label: string) => `${label || "A camera"} opens but shows no picture.`,
  cameraRuns: "Running.",
  cameraWaits: "The camera has not opened yet.",
  readerReads: "Loaded, and reads pictures.",
  readerLoads: "Still loading.",
  readerBroken: "It could not be loaded.",
  beepPlayed: "A beep was played. Did you hear it?",
  beepBlocked: "The browser lets no sound through yet.",
  beepInterrupted: "Another app is using the sound, perhaps a call.",
  soundless: "This browser plays no sounds.",
  screenStaysOn: "Stays on while the camera runs.",
  screenRefused: "The device would not keep the screen on just now.",
  screenDims: "This browser cannot keep the screen on.",
  battery: (percent: number) => `${percent}%.`,
  batteryCharging: (percent: number) => `${percent}%, charging.`,
  batteryLow: (percent: number) => `${percent}% and not charging.`,
  batteryUntold: "Not available in this browser. Check the device.",
  clockSame: (time: string) => `${time}, as on the server.`,
  clockApart: (offset: number) => `${apart(offset)} ${offset > 0 ? "behind" : "ahead of"} the server.`,
  clockUntold: "Server time not available.",
  serverFast: (milliseconds: number) => `Answers in ${formatCount(milliseconds)} ms.`,
  serverSlow: (milliseconds: number) => `Answers slowly, in ${formatCount(milliseconds)} ms.`,
  serverSilent: "No answer.",
  serverTrouble: "It could not answer just now.",
  signedOut: "Your sign-in has ended.",
  liveOpen: "Changes by others appear right away.",
  liveCut: "Disconnected: reload to see changes by others.",
  liveUntold: "No update received yet.",
  signInLasts: (time: string) => `Lasts until ${time}.`,
  signInEnds: (time: string) => `Ends at ${time}, maybe before the evening does.`,
  doorOutlasts: (time: string, doorUntil: string) =>
    `Ends at ${time}. You can keep scanning until ${doorUntil}.`,
  passLasts: (until: string) => `Not needed: your pass works until ${until}.`,
  doorLasts: (doorUntil: string) => `No one is signed in. You can keep scanning until ${doorUntil}.`,
  ticketsOf: (event: string, total: number, present: number) =>
    `${event}: ${tickets(total)}, ${alreadyIn(present)}.`,
  ticketsNone: (event: string) => `${event} has no tickets.`,
  ticketsOtherDay: (event: string, day: string, total: number) =>
    `${event} is not today but on ${day} (${tickets(total)}).`,
  noEventChosen: (total: number, present: number) =>
    `No event chosen: every ticket is let in (${tickets(total)}, ${alreadyIn(present)}).`,
  nobodyRegistered: "No event has any tickets.",
  ticketsUntold: "The list could not be loaded.",
  offlineReady: "Ready, also after a reload.",
  offlineWhileOpen: "Works while this page stays open.",
  offlineNoEvent: "No list on this device: choose an event.",
  offlineNoList: "No list on this device yet.",
  offlineOver: "No list on this device: this event is over.",
  offlineUnsaved: "Not saved on this device.",
  offlineReplaced: "No longer saved on this device.",
} as const;

export const ADVICE = {
  insecure: "Open Doorlist by an address that begins with https.",
  cameraAbsent: "Connect a camera, or use a barcode scanner, 'Upload image' or 'Find guest'.",
  cameraDenied: "Allow the camera for this page, then check again.",
  cameraBusy: "Close other apps that use the camera, then check again.",
  cameraBlind: "Close other apps that use it, or choose another under 'Camera'.",
  cameraReplaced: "Connect it, or choose another under 'Camera'.",
  cameraWaits: "If the browser asks, allow the camera. Close other apps that use it.",
  readerLoads: "Wait a moment, then check again.",
  readerBroken: "Check the network, then check again.",
  beepPlayed: "If not, turn the volume up and silent mode off.",
  beepBlocked: "Tap 'Play the beep'.",
  beepInterrupted: 'End the call or close the app, then tap "Play the beep".',
  soundless: "Watch the screen: it says everything.",
  screenRefused: "Charge the device, or switch power saving off.",
  screenDims: "Set a longer screen timeout.",
  batteryLow: "Plug it in before the doors open.",
  clockApart: "Check-in times are the server's; set this device's clock to automatic.",
  serverSlow: "Stand closer to the access point, or use another network.",
  serverSilent: "Check the network and the address, then check again.",
  serverTrouble: "Check again in a moment.",
  signedOut: "Sign in again.",
  liveCut: "Scanning still works.",
  liveUntold: "Scanning still works.",
  signInEnds: "Log out and sign in again: that gives 8 hours.",
  ticketsNone: "Add attendees, or choose another event.",
  ticketsOtherDay: "Choose tonight's event.",
  noEventChosen: "If this door is for one event, choose it first.",
  nobodyRegistered: "Add attendees first.",
  ticketsUntold: "Check again in a moment.",
  offlineWhileOpen:
    "Do not close or reload it. To make that safe, trust the certificate on this device (see the README).",
  offlineNoList: "Check the network, then check again.",
  offlineUnsaved: "Use a window that is not private, and free some storage.",
  offlineReplaced:
    "Another tab may have chosen another event: close it, then reload this page while the server can be reached.",
  offlineNoGrant: "It stops when the sign-in ends. Check the network, then check again.",
  homeScreen: "On an iPhone or iPad, first add Doorlist to the home screen and open it there.",
} as const;
