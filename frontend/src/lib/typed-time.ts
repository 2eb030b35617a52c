import { formatEventTime } from "@/lib/event-date";
import { currentSettings } from "@/lib/settings";

const NAMES = new Map([
  ["noon", "12:00"],
  ["midnight", "00:00"],
]);
const TYPED = /^(\d{1,2})(?:[:. ]?(\d{2}))? ?(?:([ap])\.?m\.?)?$/;

/** True for `HH:MM` of a 24-hour clock. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A time in the clock of the settings; a text that is no time stays unchanged. */
export const timeText = (text: string): string => (isTime(text) ? formatEventTime(text) : text);

/**
 * Parses a typed time to `HH:MM`: `9`, `930`, `19.30`, `7:30 pm`, `noon`. Null for anything else. With 12 hours in the
 * settings, a time without am or pm is the next one after `after`, unless it begins with 0.
 */
export function parseTypedTime(text: string, after = "11:59"): string | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, " ");
  const [, digits, minutes = "00", half] = TYPED.exec(typed) ?? [];
  if (!digits) return NAMES.get(typed) ?? null;
  const hour = Number(digits);
  const timeAt = (hours: number) => `${String(hours).padStart(2, "0")}:${minutes}`;
  const am = timeAt(hour % 12);
  const pm = timeAt((hour % 12) + 12);
  const isOnDial = hour >= 1 && hour <= 12;
  let time = timeAt(hour);
  if (half) time = isOnDial ? (half === "a" ? am : pm) : "";
  else if (isOnDial && !digits.startsWith("0") && currentSettings().timeFormat === "12h")
    time = am <= after && pm > after ? pm : am;
  return isTime(time) ? time : null;
}
