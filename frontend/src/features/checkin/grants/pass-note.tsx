import { useLiveGrant } from "@/features/checkin/grants/live-grant";
import { formatTimeOfDay } from "@/lib/event-date";

/** contract 2.pass: whose pass this is, until when it works, and whom to ask. */
export function PassNote() {
  const holder = useLiveGrant();
  if (!holder) return null;
  const { helper, device, fullName, makesUntil } = holder;
  const until = formatTimeOfDay(new Date(makesUntil).toISOString());
  return (
    <p role="status" className="text-sm text-text-muted">
      {helper}, {device}. Your pass works until {until}. Questions? Ask {fullName}.
    </p>
  );
}
