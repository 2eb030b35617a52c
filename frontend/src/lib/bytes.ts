import { numberFormat } from "@/lib/intl";

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];
const sizeDigits = numberFormat({ maximumFractionDigits: 1 });

/** `3.4 MB`, as file managers say it: thousands of thousands. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${sizeDigits().format(size)} ${UNITS[unit]}`;
}
