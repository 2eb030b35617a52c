import { counted } from "@/lib/count";
import { formatEventMoment, formatTimeOfDay } from "@/lib/event-date";

/** Texts of the passes on /doors (contract 2.pass). */
export const PASSES_COPY = {
  title: "Helpers' passes",
  hint: "A pass lets someone without an account check in at one door, for this event alone.",
  make: "New pass",
  loading: "Loading the passes...",
  failed: "The passes could not be loaded",
  empty: "No passes yet",
  emptyHint: "Make one for each helper's phone.",
  list: "Passes",
  revoke: "Revoke",
  revoking: "Revoking...",
  keep: "Keep it",
  replace: "Replace phone",
  replacing: "Making...",
  revokeFailed: {
    title: "Failed to revoke pass",
    fallback: "The pass could not be revoked. Check the connection, then try again.",
  },
  makeFailed: {
    title: "Failed to make pass",
    fallback: "The pass could not be made. Check the connection, then try again.",
  },
} as const;

export const NEW_PASS_COPY = {
  title: "New pass",
  door: "Door",
  doorExample: "For example: Main entrance",
  doorMissing: "Name the door",
  hours: "Works for",
  claim: "Can be used until",
  soon: "30 minutes from now",
  begins: (time: string) => `the event begins (${time})`,
  cancel: "Cancel",
  make: "Make pass",
  making: "Making...",
} as const;

export const hoursOf = (hours: number): string => (hours === 1 ? "1 hour" : `${hours} hours`);

export const READY_COPY = {
  title: (door: string) => `Pass for ${door}`,
  hint: "Let the helper scan this code with their phone's camera. It shows this once, and works on one phone.",
  qr: "QR code of the pass",
  copy: "Copy link",
  copied: "Link copied",
  copyFailed: "The link could not be copied",
  print: "Print card",
  done: "Done",
  local:
    "This page is open at an address that other phones cannot reach. Open Doorlist by its network address first.",
} as const;

export const listText = (list: string): string => `For the check-in list ${list}`;

/** 'Claim it by 19:00. It works until 06:30.' */
export const untilOf = (claimUntil: string, makesUntil: string): string =>
  `Claim it by ${formatTimeOfDay(claimUntil)}. It works until ${formatTimeOfDay(makesUntil)}.`;

export const STATE_COPY = {
  waiting: (until: string) => `Can be claimed until ${formatTimeOfDay(until)}.`,
  late: "Not claimed in time.",
  inUse: (since: string, until: string) =>
    `In use since ${formatTimeOfDay(since)}, until ${formatTimeOfDay(until)}.`,
  over: (until: string) => `Ended at ${formatTimeOfDay(until)}.`,
  revoked: (by: string | null, at: string) => `Revoked${by ? ` by ${by}` : ""} at ${formatTimeOfDay(at)}.`,
  waits: (count: number) => `${counted(count, "check-in", "check-ins")} not sent yet.`,
  madeBy: (maker: string) => `Made by ${maker}`,
} as const;

export const STATE_LABEL = {
  waiting: "Not claimed yet",
  late: "Not claimed",
  inUse: "In use",
  over: "Over",
  revoked: "Revoked",
} as const;

export const revokeQuestion = (holder: string) => ({
  title: `Revoke the pass of ${holder}?`,
  description:
    "Its phone stops checking in at once. What the phone has not sent yet is shown under Conflicts, and not counted.",
});
export const revokeOf = (holder: string) => `Revoke the pass of ${holder}`;
export const replaceOf = (holder: string) => `Replace the phone of ${holder}`;

/** The printed card (contract 2.pass). */
export const CARD_COPY = {
  title: "Helper at the door",
  steps: [
    "Scan this code with your phone's camera and open the link.",
    "Type your name and tap Start.",
    "Check your phone, then scan the guests' tickets.",
  ],
  colours: "What the colours mean",
  ask: "Ask",
  phone: "Phone",
  once: (claimUntil: string, makesUntil: string) =>
    `For one phone. Claim it by ${formatTimeOfDay(claimUntil)}; it works until ${formatTimeOfDay(makesUntil)}.`,
  when: formatEventMoment,
} as const;

export const CARD_COLOURS = [
  {
    look: "bg-verdict-admitted text-on-verdict-admitted",
    word: "Green",
    message: "Checked in. Let them in.",
  },
  {
    look: "bg-verdict-already text-on-verdict-already",
    word: "Amber",
    message: "Already checked in. Ask before you let them in.",
  },
  {
    look: "bg-verdict-refused text-on-verdict-refused",
    word: "Red",
    message: "Not valid here. Send them to the person below.",
  },
  {
    look: "bg-verdict-connection text-on-verdict-connection",
    word: "Grey",
    message: "No answer yet. Scan again.",
  },
] as const;
