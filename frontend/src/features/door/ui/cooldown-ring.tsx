import { type ReactNode, useEffect, useRef } from "react";
import { COOLDOWN_MS } from "@/features/door/core/rules";
import { classes } from "@/lib/classes";
import { steadyNow } from "@/lib/clock";

const RADIUS = 46;
const LENGTH = 2 * Math.PI * RADIUS;

const wantsCalm = () => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;

interface CooldownRingProps {
  until: number | null;
  className: string;
  children: ReactNode;
}

/** A ring that shrinks until the cooldown is over; it stands still for whoever asked for less motion. */
export function CooldownRing({ until, className, children }: CooldownRingProps) {
  const ring = useRef<SVGCircleElement>(null);
  useEffect(() => {
    if (until === null || wantsCalm()) return;
    const left = Math.max(0, until - steadyNow());
    const from = LENGTH * (1 - Math.min(1, left / COOLDOWN_MS));
    const shrinking = ring.current?.animate?.(
      [{ strokeDashoffset: `${from}` }, { strokeDashoffset: `${LENGTH}` }],
      { duration: left, fill: "forwards" },
    );
    return () => shrinking?.cancel();
  }, [until]);

  return (
    <div className={classes("relative grid shrink-0 place-items-center", className)}>
      <svg viewBox="0 0 100 100" aria-hidden="true" className="-rotate-90 absolute inset-0">
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="currentColor" strokeWidth="4" opacity="0.25" />
        {until === null ? null : (
          <circle
            ref={ring}
            cx="50"
            cy="50"
            r={RADIUS}
            fill="none"
            stroke="currentColor"
            strokeWidth="5"
            strokeLinecap="round"
            strokeDasharray={LENGTH}
          />
        )}
      </svg>
      {children}
    </div>
  );
}
