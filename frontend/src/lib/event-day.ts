import { today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";

/** contract 9: an evening does not end at midnight. Until this hour it is still the day before. */
const NIGHT_ENDS_HOUR = 5;

/** The day whose evening this is, as events have their dates. */
export function dayOfTonight(): string {
  const moment = today();
  moment.setHours(moment.getHours() - NIGHT_ENDS_HOUR);
  return toIsoDate(moment);
}

type Dated = { date: string };

export const isOver = ({ date }: Dated, tonight: string): boolean => date < tonight;

/** Tonight's and those to come as they follow each other, then those that are over, the latest first. */
export function nextFirst<Event extends Dated>(inOrder: readonly Event[], tonight: string): Event[] {
  const over = inOrder.filter((one) => isOver(one, tonight));
  return [...inOrder.filter((one) => !isOver(one, tonight)), ...over.reverse()];
}
