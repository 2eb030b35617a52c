import { centsOfDollars } from "@/features/analytics/rules";
import { formatAud } from "@/lib/money";

const count = new Intl.NumberFormat("en-AU");

/** `12,500`. */
export const countWords = (number: number): string => count.format(number);

/** `$1,250.00` of the dollars that the wire carries. */
export const revenueWords = (dollars: number): string => formatAud(centsOfDollars(dollars));
