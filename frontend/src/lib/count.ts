import { numberFormat } from "@/lib/intl";

const digits = numberFormat();

/** `12,500`. */
export function formatCount(count: number): string {
  return digits().format(count);
}

/** `1 event`, `12,500 events`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
