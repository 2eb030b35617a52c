import { ProgressBar } from "@/components/ui/progress-bar";

/**
 * How much of a file has been sent, from 0 to 1. Once all of it has, the server works and nobody knows how far it is: a
 * full bar would say that it is done. Its place stays, so that nothing jumps.
 */
export function SentBar({ label, share }: { label: string; share: number }) {
  return (
    <div className={share < 1 ? undefined : "invisible"}>
      <ProgressBar label={label} value={share} max={1} />
    </div>
  );
}
