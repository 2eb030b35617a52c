import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/api-error";
import type { SignInSession } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { useFailureAfterLeaving } from "@/components/form/use-failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { QueryView } from "@/components/ui/states";
import { signInsQuery, useEndSignIn, type Whose } from "@/features/users/active-sessions/api";
import { SIGN_INS_COPY } from "@/features/users/active-sessions/copy";
import { formatTimestamp } from "@/lib/event-date";

interface ActiveSessionsProps {
  whose: Whose;
}

/** A user's active sessions, with a way to end them (contract 2.signins). */
export function ActiveSessions({ whose }: ActiveSessionsProps) {
  const signIns = useQuery(signInsQuery(whose));
  const queryClient = useQueryClient();
  const end = useEndSignIn(whose);
  const [isAsking, setIsAsking] = useState(false);
  const showIfLeft = useFailureAfterLeaving();
  const isGone = end.error instanceof ApiError && end.error.status === 404;

  function endSignIn(id: string | null) {
    setIsAsking(false);
    void end.mutateAsync(id).catch((error) => {
      // The session had already ended: reload the list.
      void queryClient.invalidateQueries({ queryKey: signInsQuery(whose).queryKey });
      showIfLeft(error, SIGN_INS_COPY.failure);
    });
  }

  if (!signIns.isSuccess)
    return <QueryView query={signIns} loading={SIGN_INS_COPY.loading} failed={SIGN_INS_COPY.fetchFailed} />;
  const endable = signIns.data.filter(({ isCurrent }) => !isCurrent);
  return (
    <div className="flex flex-col gap-4">
      {end.isError && !isGone ? (
        <div role="alert">
          <Callout tone="warning">{failureText(end.error, SIGN_INS_COPY.failure.fallback)}</Callout>
        </div>
      ) : null}
      {signIns.data.length === 0 ? <p className="text-text-muted">{SIGN_INS_COPY.none}</p> : null}
      <ul className="flex flex-col">
        {signIns.data.map((session) => (
          <SignIn
            key={session.id}
            session={session}
            disabled={end.isPending}
            pending={end.isPending && end.variables === session.id}
            onEnd={() => endSignIn(session.id)}
          />
        ))}
      </ul>
      {endable.length < 2 && whose === null ? null : endable.length === 0 ? null : isAsking ? (
        <div className="flex flex-col gap-3">
          <p>{SIGN_INS_COPY.question}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {SIGN_INS_COPY.cancel}
            </Button>
            <Button variant="danger" onClick={() => endSignIn(null)}>
              {SIGN_INS_COPY.end}
            </Button>
          </div>
        </div>
      ) : (
        <Button
          variant="secondary"
          className="self-start"
          pending={end.isPending && end.variables === null}
          pendingText={SIGN_INS_COPY.ending}
          onClick={() => setIsAsking(true)}
        >
          {endable.length < signIns.data.length ? SIGN_INS_COPY.endOthers : SIGN_INS_COPY.endAll}
        </Button>
      )}
    </div>
  );
}

interface SignInProps {
  session: SignInSession;
  disabled: boolean;
  pending: boolean;
  onEnd: () => void;
}

function SignIn({ session, disabled, pending, onEnd }: SignInProps) {
  const device = session.device ?? SIGN_INS_COPY.unknownDevice;
  const since = formatTimestamp(session.createdAt);
  const lastUsed =
    session.isCurrent || !session.lastUsedAt
      ? null
      : SIGN_INS_COPY.lastUsed(formatTimestamp(session.lastUsedAt));
  return (
    <li className="flex items-center justify-between gap-3 border-t py-3 first:border-t-0">
      <span className="flex min-w-0 flex-col gap-1">
        <span className="font-medium">{device}</span>
        <span className="text-sm text-text-muted tabular-nums">
          {[session.address, SIGN_INS_COPY.since(since), lastUsed].filter(Boolean).join(" · ")}
        </span>
      </span>
      {session.isCurrent ? (
        <span className="shrink-0">
          <Badge tone="quiet">{SIGN_INS_COPY.current}</Badge>
        </span>
      ) : (
        <Button
          variant="secondary"
          size="tight"
          className="shrink-0"
          disabled={disabled}
          pending={pending}
          pendingText={SIGN_INS_COPY.ending}
          aria-label={SIGN_INS_COPY.endOne(device, since)}
          onClick={onEnd}
        >
          {SIGN_INS_COPY.end}
        </Button>
      )}
    </li>
  );
}
