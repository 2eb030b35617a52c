interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
}

export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      value={value}
      // A maximum of 0 would render an indeterminate bar.
      max={Math.max(max, 1)}
      aria-label={label}
      className="h-2 w-full appearance-none overflow-hidden rounded-full bg-neutral-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent"
    />
  );
}
