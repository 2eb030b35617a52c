import type { DoorPass } from "@/api/types";

/** Choices for a pass's duration (contract 9.pass). */
export const PASS_HOURS = [2, 4, 6, 8, 10, 12, 16, 24] as const;
export const PASS_HOURS_UNLESS_SAID = 12;
/** Longest name (contract 7.pass.291). */
export const NAME_MAX = 100;

export type PassState = "waiting" | "late" | "inUse" | "over" | "revoked";

/** State at this time of the server. */
export function stateOf(
  pass: Pick<DoorPass, "claimedAt" | "claimUntil" | "makesUntil" | "revokedAt">,
  at: number,
): PassState {
  if (pass.revokedAt) return "revoked";
  if (Date.parse(pass.makesUntil) <= at) return pass.claimedAt ? "over" : "late";
  if (pass.claimedAt) return "inUse";
  return Date.parse(pass.claimUntil) <= at ? "late" : "waiting";
}

/** Whole hours, at least 1, until the replaced pass would have ended. */
export const hoursLeft = (makesUntil: string, at: number): number =>
  Math.min(24, Math.max(1, Math.ceil((Date.parse(makesUntil) - at) / 3_600_000)));

/** The start of the event, if it is within the next day; else null. */
export function beginsAt({ date, time }: { date: string; time: string | null }, at: number): Date | null {
  if (!time) return null;
  const begins = new Date(`${date}T${time}`);
  const wait = begins.getTime() - at;
  return wait > 0 && wait <= 24 * 3_600_000 ? begins : null;
}

/** The secret is in the fragment, which browsers do not send. */
export const passLink = (secret: string, origin: string): string => `${origin}/pass#${secret}`;

/** True if other devices cannot open this page. */
export const isLocal = (hostname: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
