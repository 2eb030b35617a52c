import { CircleCheck, Info, type LucideIcon, OctagonX, TriangleAlert, Volume2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { READINESS_COPY } from "@/features/door/ui/readiness/copy";
import { type Finding, isWorthALook, type State } from "@/features/door/ui/readiness/readiness-rules";
import { CHECK_NAMES, FINDING_LABEL, thingsToLookAt } from "@/features/door/ui/readiness/report-copy";
import { type CheckName, type DoorToCheck, useReadiness } from "@/features/door/ui/readiness/use-readiness";
import { classes } from "@/lib/classes";

/** A shape for each state, so that colour is not the only sign. */
const ICONS: Record<State, { icon: LucideIcon; tone: string }> = {
  good: { icon: CircleCheck, tone: "text-success" },
  look: { icon: TriangleAlert, tone: "text-on-warning-soft" },
  broken: { icon: OctagonX, tone: "text-danger-text" },
  note: { icon: Info, tone: "text-text-muted" },
};

function StateIcon({ state }: { state: State | null }) {
  if (state === null) return <Spinner className="mt-0.5 size-5 text-text-muted" />;
  const { icon: Icon, tone } = ICONS[state];
  return <Icon className={classes("mt-0.5 size-5 shrink-0", tone)} />;
}

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
      {isChecking ? <Spinner className="size-6" /> : <Icon className="size-6 shrink-0" />}
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
          {finding ? <span className="sr-only">: {FINDING_LABEL[finding.state]}</span> : null}
        </p>
        <p className="wrap-anywhere text-sm text-text-muted tabular-nums">
          {finding?.message ?? READINESS_COPY.checking}
        </p>
        {finding?.advice ? <p className="text-sm">{finding.advice}</p> : null}
      </div>
      {name === "sound" ? (
        <Button variant="secondary" className="ml-8" onClick={onBeep}>
          <Volume2 />
          {READINESS_COPY.playBeep}
        </Button>
      ) : null}
    </li>
  );
}

/** Runs the checks once, when mounted. */
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

export function ReadinessDialog({ door, onClose }: { door: DoorToCheck; onClose: () => void }) {
  const [round, setRound] = useState(1);
  // A reload during the evening must open the door, not this dialog.
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (state?.check) void navigate(".", { replace: true, state: null });
  }, [state, navigate]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={READINESS_COPY.title}
      description={READINESS_COPY.hint}
      width="wide"
      actions={
        <>
          <Button variant="secondary" onClick={() => setRound(round + 1)}>
            {READINESS_COPY.again}
          </Button>
          <Button onClick={onClose}>{READINESS_COPY.close}</Button>
        </>
      }
    >
      <ReadinessReport key={round} door={door} />
    </Dialog>
  );
}
