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

interface PageRulesProps {
  /** In millimetres: top and bottom, left and right. */
  margin: { block: number; inline: number };
  /** Header and footer of every page, so that loose sheets can be sorted. */
  running?: { title: string; aside: string; foot: string };
}

/** Quotes a text for CSS. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\<\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;

function edges({ title, aside, foot }: NonNullable<PageRulesProps["running"]>): string {
  // The first page already has a heading.
  return `
    @page {
      @top-left { content: ${quoted(title)}; }
      @top-right { content: ${quoted(aside)}; }
      @bottom-left { content: ${quoted(foot)}; }
      @bottom-right { content: "Page " counter(page) " of " counter(pages); }
    }
    @page :first {
      @top-left { content: none; }
      @top-right { content: none; }
    }`;
}

/**
 * Print rules of the open page: A4, margins, and headers and footers in Chrome and Edge. They are removed with the
 * page.
 */
export function PageRules({ margin, running }: PageRulesProps) {
  return (
    <style>{`
      @page {
        size: A4;
        margin: ${margin.block}mm ${margin.inline}mm;
        font: 8.5pt ui-sans-serif, system-ui, sans-serif;
        color: var(--ink-muted);
      }
      ${running ? edges(running) : ""}
      @media print {
        html { background: none; }
        body, #root { min-height: 0; }
      }
    `}</style>
  );
}
