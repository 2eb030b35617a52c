import { capacityLabel } from "@/lib/capacity";

/** '· capacity 300' after a number of people; below it where the card is narrow. Nothing without a capacity. */
export function CapacityNote({ capacity }: { capacity: number | null }) {
  return capacity === null ? null : (
    <span className="block whitespace-nowrap @md:inline">
      <span className="hidden @md:inline"> · </span>
      {capacityLabel(capacity)}
    </span>
  );
}
