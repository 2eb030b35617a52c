/** A ticket on its end, 56 by 92, with two notches at the tear line. */
const TICKET =
  "M7 0h42a7 7 0 0 1 7 7v45a7 7 0 0 0 0 14v19a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V66a7 7 0 0 0 0-14V7a7 7 0 0 1 7-7Z";

/** Tickets in the queue: position and lean. */
const QUEUE = [
  { x: 60, lean: -4 },
  { x: 164, lean: 3 },
  { x: 268, lean: -3 },
  { x: 372, lean: 4 },
] as const;

const BULBS = [
  { x: 388, y: 24 },
  { x: 474, y: 44 },
  { x: 560, y: 52 },
  { x: 646, y: 48 },
] as const;

interface DoorSceneProps {
  /** A string of light bulbs above the door; a long name above the scene would touch them. */
  hasBulbs: boolean;
  className?: string;
}

/** Drawing: a lit door in a dark street, with tickets on their way to it. */
export function DoorScene({ hasBulbs, className }: DoorSceneProps) {
  return (
    <svg viewBox="0 0 720 420" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id="door-floor-light" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--brand-light)" stopOpacity="0.6" />
          <stop offset="1" stopColor="var(--brand-light)" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="door-glow">
          <stop offset="0" stopColor="var(--brand-light)" stopOpacity="0.3" />
          <stop offset="1" stopColor="var(--brand-light)" stopOpacity="0" />
        </radialGradient>
      </defs>

      <circle cx="552" cy="240" r="230" fill="url(#door-glow)" />
      <path className="fill-brand-deep" d="M-700 336h1420v84H-700z" />

      {hasBulbs ? (
        <>
          <path className="fill-none stroke-brand-line" strokeWidth="1.5" d="M300-10Q520 90 730 30" />
          {BULBS.map(({ x, y }) => (
            <g key={x}>
              <path className="stroke-brand-line" strokeWidth="1.5" d={`M${x} ${y}v7`} />
              <circle className="fill-brand-light" cx={x} cy={y + 11} r="4.5" />
            </g>
          ))}
        </>
      ) : null}

      <path fill="url(#door-floor-light)" d="M502 336h100l28 84H420z" />
      <path className="fill-brand-light" d="M502 130h100v206H502z" />
      <path className="fill-brand-line" d="M602 130l46-14v242l-46-22z" />
      <circle className="fill-brand-light" cx="638" cy="240" r="3.5" />
      <path className="fill-none stroke-brand-line" strokeWidth="5" d="M499.5 336V127.5h105V336" />

      <path className="fill-brand" transform="translate(524 244) rotate(3 28 92)" d={TICKET} />
      {QUEUE.map(({ x, lean }) => (
        <g key={x} transform={`translate(${x} 250) rotate(${lean} 28 92)`}>
          <path className="fill-brand-deep stroke-brand-line" strokeWidth="2" d={TICKET} />
          <path className="stroke-brand-line" strokeWidth="2" strokeDasharray="3 5" d="M12 59h32" />
          <path className="stroke-brand-line" strokeWidth="3" strokeLinecap="round" d="M15 20h20M15 31h27" />
          <path className="stroke-brand-light" strokeWidth="2" strokeLinecap="round" d="M56 10v36M56 72v10" />
        </g>
      ))}
    </svg>
  );
}
