import { ProgressBar } from "@/components/ui/progress-bar";
import { Spinner } from "@/components/ui/spinner";

const COPY = {
  sending: (name: string) => `Sending ${name}...`,
  reading: (name: string) => `Reading ${name}...`,
} as const;

/**
 * How much of a file has been sent, from 0 to 1. After that the server reads it and reports no progress. A full bar
 * would look finished, so the bar hides and keeps its place.
 */
export function SentBar({ label, share }: { label: string; share: number }) {
  return (
    <div className={share < 1 ? undefined : "invisible"}>
      <ProgressBar label={label} value={share} max={1} />
    </div>
  );
}

/** The file is sent first, then read by the server. `share` is the part that has been sent, 0 to 1. */
export function SendingFile({ name, share }: { name: string; share: number }) {
  const words = share < 1 ? COPY.sending(name) : COPY.reading(name);
  return (
    <div className="flex flex-col gap-3 py-4">
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        <span className="wrap-anywhere min-w-0">{words}</span>
      </p>
      <SentBar label={words} share={share} />
    </div>
  );
}
