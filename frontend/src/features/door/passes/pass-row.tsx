import type { DoorPass } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  listText,
  PASSES_COPY,
  replaceOf,
  revokeOf,
  STATE_COPY,
  STATE_LABEL,
} from "@/features/door/passes/copy";
import type { PassState } from "@/features/door/passes/rules";

const TONE = {
  waiting: "accent",
  late: "quiet",
  inUse: "success",
  over: "quiet",
  revoked: "quiet",
} as const;

/** 'Kim, Main entrance', or only the door of an unclaimed pass. */
export const holderOf = ({ helper, door }: Pick<DoorPass, "helper" | "door">): string =>
  helper ? `${helper}, ${door}` : door;

function messageOf(pass: DoorPass, state: PassState): string {
  switch (state) {
    case "waiting":
      return STATE_COPY.waiting(pass.claimUntil);
    case "late":
      return STATE_COPY.late;
    case "inUse":
      return STATE_COPY.inUse(pass.claimedAt ?? "", pass.makesUntil);
    case "over":
      return STATE_COPY.over(pass.makesUntil);
    case "revoked":
      return STATE_COPY.revoked(pass.revokedBy?.fullName ?? null, pass.revokedAt ?? "");
  }
}

interface PassRowProps {
  pass: DoorPass;
  state: PassState;
  isReplacing: boolean;
  onReplace: () => void;
  onRevoke: () => void;
}

export function PassRow({ pass, state, isReplacing, onReplace, onRevoke }: PassRowProps) {
  const holder = holderOf(pass);
  const isOpen = state === "waiting" || state === "inUse";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-medium" dir="auto">
            {holder}
          </span>
          <Badge tone={TONE[state]}>{STATE_LABEL[state]}</Badge>
        </p>
        {pass.list ? <p className="wrap-anywhere text-sm">{listText(pass.list.name)}</p> : null}
        <p className="text-sm tabular-nums">
          {messageOf(pass, state)}
          {pass.waiting > 0 ? ` ${STATE_COPY.waits(pass.waiting)}` : null}
        </p>
        <p className="wrap-anywhere text-sm text-text-muted">{STATE_COPY.madeBy(pass.maker.fullName)}</p>
      </div>
      {isOpen ? (
        <div className="flex flex-wrap gap-2">
          {state === "inUse" ? (
            <Button
              variant="secondary"
              aria-label={replaceOf(holder)}
              pending={isReplacing}
              pendingText={PASSES_COPY.replacing}
              onClick={onReplace}
            >
              {PASSES_COPY.replace}
            </Button>
          ) : null}
          <Button variant="secondary" aria-label={revokeOf(holder)} onClick={onRevoke}>
            {PASSES_COPY.revoke}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
