const digits = new Intl.NumberFormat("en-AU");

/** `12,500`. */
export function formatCount(count: number): string {
  return digits.format(count);
}

/** `1 event`, `12,500 events`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];
const sizeDigits = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 1 });

/** `3.4 MB`, as file managers say it: thousands of thousands. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${sizeDigits.format(size)} ${UNITS[unit]}`;
}
