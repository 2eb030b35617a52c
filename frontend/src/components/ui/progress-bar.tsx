interface ProgressBarProps {
  /** Names the work for a screen reader. */
  label: string;
  value: number;
  max: number;
}

/** How far something is that takes its time. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      value={value}
      // A bar of nothing would be one that never ends.
      max={Math.max(max, 1)}
      aria-label={label}
      className="h-2 w-full appearance-none overflow-hidden rounded-full bg-neutral-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent"
    />
  );
}
