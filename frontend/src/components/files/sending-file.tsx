import { SentBar } from "@/components/files/sent-bar";
import { Spinner } from "@/components/ui/spinner";

const COPY = {
  sending: (name: string) => `Sending ${name}...`,
  reading: (name: string) => `Reading ${name}...`,
} as const;

/** On a slow line the way to the server is what takes long; then the server reads. `share` is what has been sent, 0 to 1. */
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
