import { CircleCheck, Info, type LucideIcon, OctagonX, TriangleAlert, Volume2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { READINESS_COPY } from "@/features/door/ui/readiness/copy";
import { type Finding, isWorthALook, type State } from "@/features/door/ui/readiness/readiness-rules";
import { CHECK_NAMES, STATE_WORDS, thingsToLookAt } from "@/features/door/ui/readiness/report-copy";
import { type CheckName, type DoorToCheck, useReadiness } from "@/features/door/ui/readiness/use-readiness";
import { classes } from "@/lib/classes";

/** A shape of its own for each state: colour only helps. */
const ICONS: Record<State, { icon: LucideIcon; tone: string }> = {
  good: { icon: CircleCheck, tone: "text-success" },
  look: { icon: TriangleAlert, tone: "text-on-warning-soft" },
  broken: { icon: OctagonX, tone: "text-danger-text" },
  note: { icon: Info, tone: "text-text-muted" },
};

function StateIcon({ state }: { state: State | null }) {
  if (state === null) return <Spinner className="mt-0.5 size-5 text-text-muted" />;
  const { icon: Icon, tone } = ICONS[state];
  return <Icon aria-hidden="true" className={classes("mt-0.5 size-5 shrink-0", tone)} />;
}

/** All in a word, once everything is known. */
function Summary({ findings }: { findings: (Finding | null)[] }) {
  const isChecking = findings.includes(null);
  const count = findings.filter((finding) => finding !== null && isWorthALook(finding)).length;
  const look = isChecking
    ? "bg-surface-muted text-text"
    : count === 0
      ? "bg-success-soft text-on-success-soft"
      : "bg-warning-soft text-on-warning-soft";
  const Icon = count === 0 ? CircleCheck : TriangleAlert;
  return (
    <p
      role="status"
      className={classes("flex min-h-14 items-center gap-3 rounded-md px-4 font-semibold text-lg", look)}
    >
      {isChecking ? <Spinner className="size-6" /> : <Icon aria-hidden="true" className="size-6 shrink-0" />}
      {isChecking ? READINESS_COPY.checking : count === 0 ? READINESS_COPY.ready : thingsToLookAt(count)}
    </p>
  );
}

interface LineProps {
  name: CheckName;
  finding: Finding | null;
  onBeep: () => void;
}

function Line({ name, finding, onBeep }: LineProps) {
  return (
    <li className="flex min-h-15 flex-wrap gap-3 border-t py-2">
      <StateIcon state={finding?.state ?? null} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {CHECK_NAMES[name]}
          {finding ? <span className="sr-only">: {STATE_WORDS[finding.state]}</span> : null}
        </p>
        <p className="wrap-anywhere text-sm text-text-muted tabular-nums">
          {finding?.says ?? READINESS_COPY.checking}
        </p>
        {finding?.advice ? <p className="text-sm">{finding.advice}</p> : null}
      </div>
      {name === "sound" ? (
        <Button variant="secondary" className="ml-8" onClick={onBeep}>
          <Volume2 aria-hidden="true" />
          {READINESS_COPY.playBeep}
        </Button>
      ) : null}
    </li>
  );
}

/** Checks once, when it appears. */
export function ReadinessReport({ door }: { door: DoorToCheck }) {
  const [asItStood] = useState(door);
  const { checks, playBeep } = useReadiness(asItStood);
  return (
    <>
      <Summary findings={checks.map(({ finding }) => finding)} />
      <ul aria-label={READINESS_COPY.list} className="grid sm:grid-cols-2 sm:gap-x-8">
        {checks.map(({ name, finding }) => (
          <Line key={name} name={name} finding={finding} onBeep={playBeep} />
        ))}
      </ul>
    </>
  );
}
