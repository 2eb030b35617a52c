import { CircleCheck, CloudOff, OctagonX, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SCANNER_COPY } from "@/features/checkin/copy";
import type { Shown } from "@/features/checkin/door/door-machine";
import { CooldownRing } from "@/features/checkin/screen/cooldown-ring";
import { GuestFacts } from "@/features/checkin/screen/guest-facts";
import { type Tone, toneOf } from "@/features/checkin/verdict/verdict";
import { wordsOf } from "@/features/checkin/verdict/verdict-words";
import { classes } from "@/lib/classes";

/** Colour and shape, so that neither has to be told from the other alone (contract 10). */
const LOOK: Record<Tone, { colours: string; Icon: typeof CloudOff }> = {
  success: { colours: "bg-verdict-admitted text-on-verdict-admitted", Icon: CircleCheck },
  already: { colours: "bg-verdict-already text-on-verdict-already", Icon: TriangleAlert },
  error: { colours: "bg-verdict-refused text-on-verdict-refused", Icon: OctagonX },
  connection: { colours: "bg-verdict-connection text-on-verdict-connection", Icon: CloudOff },
};

interface VerdictPanelProps {
  shown: Shown;
  /** When the cooldown ends, null when there is none. */
  cooldownUntil: number | null;
  /** With 'All Events' the guest's event is part of the verdict (contract 10). */
  namesEvent: boolean;
  trying: boolean;
  onTryAgain: () => void;
  onDismiss: () => void;
  onSignIn: () => void;
}

/** The verdict of one scan. It covers the camera and is the scan's toast. */
export function VerdictPanel({
  shown: { verdict },
  cooldownUntil,
  namesEvent,
  trying,
  onTryAgain,
  onDismiss,
  onSignIn,
}: VerdictPanelProps) {
  const { colours, Icon } = LOOK[toneOf(verdict)];
  const { title, reason, detail } = wordsOf(verdict);
  const attendee = verdict.kind === "admitted" || verdict.kind === "already" ? verdict.attendee : null;

  return (
    <div className={classes("absolute inset-0 z-10 overflow-y-auto animate-fade", colours)}>
      <div className="flex min-h-full flex-col items-center justify-center gap-4 px-5 py-6 text-center">
        <CooldownRing until={cooldownUntil}>
          <Icon aria-hidden="true" className="size-16" strokeWidth={2.25} />
        </CooldownRing>
        <h2 className="font-semibold text-2xl">{title}</h2>
        {attendee ? (
          <GuestFacts attendee={attendee} namesEvent={namesEvent} again={verdict.kind === "already"} />
        ) : null}
        {reason ? <p className="max-w-xl text-balance font-medium text-xl">{reason}</p> : null}
        {detail ? <p className="wrap-anywhere max-w-xl text-balance text-lg">{detail}</p> : null}
        {verdict.kind === "signed_out" ? (
          <Button size="lg" variant="secondary" onClick={onSignIn}>
            {SCANNER_COPY.signIn}
          </Button>
        ) : null}
        {verdict.kind === "unanswered" ? (
          <>
            <Button
              size="lg"
              variant="secondary"
              onClick={onTryAgain}
              pending={trying}
              pendingText={SCANNER_COPY.trying}
            >
              {SCANNER_COPY.tryAgain}
            </Button>
            <button
              type="button"
              onClick={onDismiss}
              className="min-h-11 rounded-md px-4 font-medium text-base underline underline-offset-4"
            >
              {SCANNER_COPY.nextGuest}
            </button>
          </>
        ) : null}
      </div>
    </div>
  );
}
