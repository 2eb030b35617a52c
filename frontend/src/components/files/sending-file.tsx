import { ProgressBar } from "@/components/ui/progress-bar";
import { Spinner } from "@/components/ui/spinner";

const COPY = {
  sending: (name: string) => `Sending ${name}...`,
  reading: (name: string) => `Reading ${name}...`,
} as const;

/**
 * Progress of an upload, from 0 to 1. At 1 the server reads the file without progress, so the bar hides but keeps its
 * place.
 */
export function SentBar({ label, share }: { label: string; share: number }) {
  return (
    <div className={share < 1 ? undefined : "invisible"}>
      <ProgressBar label={label} value={share} max={1} />
    </div>
  );
}

/** An upload and its processing. `share` is the uploaded part, 0 to 1. */
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
