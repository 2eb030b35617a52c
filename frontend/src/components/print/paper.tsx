import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** A4 is 210 mm wide, and an inch of 25.4 mm is 96 CSS pixels on every screen. */
const A4_PX = (210 / 25.4) * 96;

/**
 * Preview of the printed pages, black on white in light and dark mode. On a screen narrower than the paper it is scaled
 * down; the print keeps its size.
 */
export function Paper({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const scale = () => setZoom(Math.min(1, element.clientWidth / A4_PX || 1));
    scale();
    const observer = new ResizeObserver(scale);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={frame} aria-label={label}>
      <div
        style={{ "--paper-zoom": zoom } as Record<string, number>}
        className="mx-auto w-a4 text-ink text-print scheme-light print:w-auto not-print:[zoom:var(--paper-zoom)]"
      >
        {children}
      </div>
    </section>
  );
}
