import { Check, CloudOff, ImageOff, LogIn, LogOut, OctagonX, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { NOT_CHECKED_IN, OFFLINE_COPY, partyIn, SCANNER_COPY } from "@/features/door/copy";
import {
  canLetIn,
  guestOfVerdict,
  isOwing,
  isUndecided,
  type Tone,
  toneOf,
  unconfirmedOf,
  type VisibleVerdict,
  verdictCopy,
} from "@/features/door/core/verdict";
import { sinceOf } from "@/features/door/ui/guest-moment";
import { CertaintyNote, CooldownRing, GuestFacts } from "@/features/door/ui/verdict-details";
import { classes } from "@/lib/classes";

/** Colour and shape, so that colour is not the only sign (contract 2.scan.12). */
const LOOK: Record<Tone, { colours: string; Icon: typeof CloudOff }> = {
  success: { colours: "bg-verdict-admitted text-on-verdict-admitted", Icon: Check },
  returned: { colours: "bg-verdict-admitted text-on-verdict-admitted", Icon: LogIn },
  left: { colours: "bg-verdict-left text-on-verdict-left", Icon: LogOut },
  already: { colours: "bg-verdict-already text-on-verdict-already", Icon: TriangleAlert },
  error: { colours: "bg-verdict-refused text-on-verdict-refused", Icon: OctagonX },
  connection: { colours: "bg-verdict-connection text-on-verdict-connection", Icon: CloudOff },
};

/** Undecided verdicts are slate, with inverted buttons. */
const FILLED = "bg-on-verdict-connection text-verdict-connection";

/** Smaller on short phones, to leave room for name and table. */
const RING = {
  small: "size-24 max-sm:not-tall:size-14 sm:size-16",
  smallIcon: "size-16 max-sm:not-tall:size-9 sm:size-10",
  large: "size-28 max-sm:tall:size-36 max-sm:not-tall:size-14",
  largeIcon: "size-18 max-sm:tall:size-24 max-sm:not-tall:size-9",
};

interface VerdictPanelProps {
  shown: VisibleVerdict;
  /** End of the cooldown, or null. */
  cooldownUntil: number | null;
  /** With 'All Events' the verdict names the guest's event (contract 2.scan.8). */
  namesEvent: boolean;
  /** The server's contradiction, or null. */
  again: string | null;
  party: readonly string[];
  onTryAgain: () => void;
  onLetIn: () => void;
  onDismiss: () => void;
  onOpen: (what: { guest: string }) => void;
  /** Null for helpers. */
  onSignIn: (() => void) | null;
}

/** The verdict of one scan. It covers the camera and replaces a toast. */
export function VerdictPanel({
  shown: { verdict, scan, until },
  cooldownUntil,
  namesEvent,
  again,
  party,
  onTryAgain,
  onLetIn,
  onDismiss,
  onOpen,
  onSignIn,
}: VerdictPanelProps) {
  const { colours, Icon: ToneIcon } = LOOK[toneOf(verdict)];
  // The image is at fault, not the network.
  const Icon = verdict.kind === "unreadable" ? ImageOff : ToneIcon;
  const { title, reason, detail } = verdictCopy(verdict);
  const attendee = guestOfVerdict(verdict);
  const owing = isOwing(verdict);
  const isNotCheckedIn = reason === NOT_CHECKED_IN;
  const since = sinceOf(verdict);
  const certainty = <CertaintyNote verdict={verdict} again={again} />;
  // Everything must fit a small phone.
  const isFull =
    attendee !== null &&
    (verdict.kind === "already" ||
      canLetIn(verdict) ||
      owing ||
      attendee.notes !== null ||
      unconfirmedOf(verdict)?.isSaved === false);
  const titleSize = isFull ? "text-left text-lg" : attendee || isNotCheckedIn ? "text-xl" : "text-2xl";
  const mainButton = (label: string, onClick: () => void) => (
    <Button size="lg" variant="bare" className={FILLED} onClick={onClick}>
      {label}
    </Button>
  );
  const nextGuest = (
    <Button size="lg" variant="bare" className="border-2" onClick={onDismiss}>
      {SCANNER_COPY.nextGuest}
    </Button>
  );
  function actionsOf() {
    if (verdict.kind === "signed_out" && onSignIn) return mainButton(SCANNER_COPY.signIn, onSignIn);
    const first = isUndecided(verdict)
      ? mainButton(SCANNER_COPY.tryAgain, onTryAgain)
      : canLetIn(verdict)
        ? mainButton(OFFLINE_COPY.letIn, onLetIn)
        : owing
          ? mainButton(SCANNER_COPY.details, () => onOpen({ guest: scan?.idempotencyKey ?? "" }))
          : null;
    if (first) {
      return (
        <>
          {first}
          {nextGuest}
        </>
      );
    }
    if (until !== null) return null;
    const isGone = verdict.kind === "event_deleted" || verdict.kind === "removed";
    return mainButton(isGone ? SCANNER_COPY.close : SCANNER_COPY.nextGuest, onDismiss);
  }
  const actions = actionsOf();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: for a thumb; keys have 'Next guest'
    <div
      className={classes("@container absolute inset-0 z-10 animate-fade overflow-y-auto", colours)}
      onClick={owing ? onDismiss : undefined}
    >
      <div
        className={classes(
          "flex min-h-full flex-col items-center justify-center gap-3 bg-inherit px-5 text-center sm:pt-16",
          actions ? null : "pb-6",
          // Offline, the pills wrap to two lines.
          again || unconfirmedOf(verdict) ? "pt-26" : owing ? "pt-18 sm:not-tall:pt-3" : "pt-18",
        )}
      >
        <div className={classes("flex items-center gap-4", isFull ? null : "sm:flex-col tall:flex-col")}>
          <CooldownRing until={cooldownUntil} className={isFull ? RING.small : RING.large}>
            <Icon className={isFull ? RING.smallIcon : RING.largeIcon} strokeWidth={2.25} />
          </CooldownRing>
          <h2 className={classes("font-semibold", titleSize)}>{title}</h2>
        </div>
        {attendee && again ? certainty : null}
        {attendee ? (
          <GuestFacts
            attendee={attendee}
            namesEvent={namesEvent}
            since={since}
            isFull={isFull}
            certainty={again ? null : certainty}
          />
        ) : null}
        {since && !attendee ? <p className="max-w-xl text-balance font-medium text-xl">{since}</p> : null}
        {reason ? (
          <p
            className={classes(
              "max-w-xl text-balance",
              isNotCheckedIn ? "font-semibold text-verdict" : "font-medium text-xl",
            )}
          >
            {reason}
          </p>
        ) : null}
        {detail ? <p className="wrap-anywhere max-w-xl text-balance text-lg">{detail}</p> : null}
        {scan && party.includes(scan.idempotencyKey) ? (
          <p className="font-semibold text-xl">{partyIn(party.length)}</p>
        ) : null}
        {attendee ? null : certainty}
        {actions ? (
          <div className="sticky bottom-0 -mx-5 flex w-[calc(100%+2.5rem)] justify-center gap-3 bg-inherit px-5 py-3 max-[26rem]:gap-2 max-sm:not-tall:py-2 max-[26rem]:*:px-2 max-[22rem]:*:text-base *:max-w-46 *:flex-1 *:whitespace-nowrap">
            {actions}
          </div>
        ) : null}
      </div>
    </div>
  );
}
