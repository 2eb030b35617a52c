import "uplot/dist/uPlot.min.css";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import {
  type ArrivalTimes,
  DAY,
  HOUR,
  MINUTE,
  markLabel,
  minuteLabel,
  stepLabel,
  WEEK,
} from "@/features/analytics/arrivals/time-steps";
import { ARRIVALS_COPY } from "@/features/analytics/copy";
import { formatCount } from "@/lib/count";

const SECOND = 1000;
const MARKS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2].map((days) => days * DAY),
  ...[1, 2, 4, 8, 13, 26, 52, 260, 520].map((weeks) => weeks * WEEK),
].map((length) => length / SECOND);
const WHOLE_NUMBERS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));

/** Fewer bars would be too wide. */
const BARS_MIN = 16;
const BAR_SHARE = 0.8;
const BAR_PX_MAX = 48;
const ROOM_ABOVE = 1.1;
const SPACE_OF_A_TIME = 72;
const AXIS_HEIGHT = 36;
const AXIS_GAP = 16;
const DIGIT_WIDTH = 9;

function optionsOf(
  times: ArrivalTimes,
  box: HTMLElement,
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const style = getComputedStyle(box);
  // Read at each drawing, so that a change between light and dark takes effect at once.
  const token = (name: string) => () => style.getPropertyValue(name);
  const font = `${style.fontSize} ${style.fontFamily}`;
  const length = times.length / SECOND;
  const from = (times.steps[0]?.start ?? 0) / SECOND;
  const missing = Math.max(0, BARS_MIN - times.steps.length) / 2;
  const isOneDay = Math.floor(times.first / DAY) === Math.floor(times.last / DAY);
  const line = { stroke: token("--border"), width: 1 };
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: {
        time: false,
        range: [from - missing * length, from + (times.steps.length + missing) * length],
      },
      y: { range: (_, _least, most) => [0, Math.max(2, Math.ceil(most * ROOM_ABOVE))] },
    },
    axes: [
      {
        stroke: token("--text-muted"),
        font,
        incrs: MARKS,
        size: AXIS_HEIGHT,
        space: SPACE_OF_A_TIME,
        grid: { show: false },
        ticks: line,
        values: (_, marks) => marks.map((mark) => markLabel(mark * SECOND, isOneDay)),
      },
      {
        stroke: token("--text-muted"),
        font,
        incrs: WHOLE_NUMBERS,
        size: (_, marks) =>
          AXIS_GAP + DIGIT_WIDTH * Math.max(1, ...(marks ?? []).map(({ length }) => length)),
        grid: line,
        ticks: { show: false },
        values: (_, marks) => marks.map(formatCount),
      },
    ],
    series: [
      {},
      {
        fill: token("--accent"),
        points: { show: false },
        paths: uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_PX_MAX], align: 1 }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

/** Arrivals as bars over time. Its label summarises the chart; the table has every number. */
export function ArrivalsChart({ times }: { times: ArrivalTimes }) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot>(null);
  const [pointed, setPointed] = useState<number | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const { steps } = times;
    const data: uPlot.AlignedData = [
      steps.map(({ start }) => start / SECOND),
      steps.map(({ count }) => count),
    ];
    const chart = new uPlot(optionsOf(times, element, setPointed), data, element);
    const watch = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    drawn.current = chart;
    watch.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => chart.redraw();
    scheme.addEventListener("change", redraw);
    return () => {
      scheme.removeEventListener("change", redraw);
      watch.disconnect();
      chart.destroy();
    };
  }, [times]);

  /** The arrow keys move the cursor of the chart. */
  function pointAt(index: number) {
    const chart = drawn.current;
    const start = times.steps[index]?.start;
    if (!chart || start === undefined) return;
    chart.setCursor({ left: chart.valToPos(start / SECOND, "x"), top: 0 });
    setPointed(index);
  }

  const step = pointed === null ? undefined : times.steps[pointed];
  const { busiest, first, last } = times;
  const readout =
    step &&
    ARRIVALS_COPY.readout(stepLabel(step.start, times), formatCount(step.count), formatCount(step.total));
  return (
    <div className="flex flex-col gap-2 rounded-md outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <div
        ref={box}
        role="img"
        aria-label={ARRIVALS_COPY.chart({
          total: formatCount(times.total),
          first: minuteLabel(first, times),
          last: minuteLabel(last, times),
          busiest: stepLabel(busiest.start, times),
          most: formatCount(busiest.count),
        })}
        // Drawn in the colours of the screen, which may be light ones.
        className="h-60 overflow-hidden text-sm print:brightness-50 print:grayscale"
      />
      <input
        type="range"
        className="sr-only"
        aria-label={ARRIVALS_COPY.time}
        aria-valuetext={readout}
        min={0}
        max={times.steps.length - 1}
        value={pointed ?? 0}
        onFocus={() => pointAt(pointed ?? 0)}
        onChange={(moved) => pointAt(Number(moved.target.value))}
      />
      <p aria-hidden="true" className="text-sm text-text-muted tabular-nums print:hidden">
        {readout ?? ARRIVALS_COPY.readoutHint}
      </p>
    </div>
  );
}
