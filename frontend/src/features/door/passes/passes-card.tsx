import { useQuery } from "@tanstack/react-query";
import { Plus, TicketCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { DoorPass, Event, PassMade } from "@/api/types";
import { type Failure, failureText } from "@/components/form/failure";
import { ErrorNote } from "@/components/form/failure-note";
import { useFailureAfterLeaving } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Question } from "@/components/ui/question";
import { EmptyState, QueryView } from "@/components/ui/states";
import { passListQuery, useMakePass, useRevokePass } from "@/features/door/passes/api";
import { PASSES_COPY, revokeQuestion } from "@/features/door/passes/copy";
import { NewPassDialog } from "@/features/door/passes/new-pass-dialog";
import { PassReady } from "@/features/door/passes/pass-ready";
import { holderOf, PassRow } from "@/features/door/passes/pass-row";
import { hoursLeft, stateOf } from "@/features/door/passes/rules";
import { now } from "@/lib/clock";

interface PassesCardProps {
  event: Pick<Event, "id" | "name" | "date" | "time">;
}

/** Links to the card end with it. */
const ID = "passes";

type Asked = { kind: "new" } | { kind: "ready"; made: PassMade } | { kind: "revoke"; pass: DoorPass };

/** The passes of an event (contract 2.pass). */
export function PassesCard({ event }: PassesCardProps) {
  const list = useQuery(passListQuery(event.id));
  const make = useMakePass(event.id);
  const revoke = useRevokePass(event.id);
  const showIfLeft = useFailureAfterLeaving();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const at = now() + (list.data?.clockOffset ?? 0);
  const passes = list.data?.passes;
  const card = useRef<HTMLElement>(null);
  // The card loads after the page, when the browser no longer looks for it.
  useEffect(() => {
    if (window.location.hash === `#${ID}`) card.current?.scrollIntoView();
  }, []);

  function replace(pass: DoorPass) {
    setFailure(null);
    const { door, helper, id, list, makesUntil } = pass;
    const wanted = { door, listId: list?.id ?? null, helper, hours: hoursLeft(makesUntil, at), replaces: id };
    void make.mutateAsync(wanted).then(
      (made) => setAsked({ kind: "ready", made }),
      (error) => showProblem(error, PASSES_COPY.makeFailed),
    );
  }

  function revokeAsked(pass: DoorPass) {
    void revoke
      .mutateAsync(pass.id)
      .catch((error) => showProblem(error, PASSES_COPY.revokeFailed))
      .finally(() => setAsked(null));
  }

  function showProblem(error: unknown, texts: Failure) {
    setFailure(failureText(error, texts.fallback));
    showIfLeft(error, texts);
  }

  return (
    <Card id={ID} ref={card} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <CardTitle>{PASSES_COPY.title}</CardTitle>
          <p className="text-sm text-text-muted">{PASSES_COPY.hint}</p>
        </div>
        <Button
          onClick={() => {
            setFailure(null);
            setAsked({ kind: "new" });
          }}
        >
          <Plus />
          {PASSES_COPY.make}
        </Button>
      </div>
      <ErrorNote text={failure} />
      {passes ? null : <QueryView query={list} loading={PASSES_COPY.loading} failed={PASSES_COPY.failed} />}
      {passes?.length === 0 ? (
        <EmptyState icon={<TicketCheck />} title={PASSES_COPY.empty} description={PASSES_COPY.emptyHint} />
      ) : null}
      {passes && passes.length > 0 ? (
        <ul aria-label={PASSES_COPY.list}>
          {passes.map((pass) => (
            <PassRow
              key={pass.id}
              pass={pass}
              state={stateOf(pass, at)}
              isReplacing={make.isPending && make.variables.replaces === pass.id}
              onReplace={() => replace(pass)}
              onRevoke={() => {
                setFailure(null);
                setAsked({ kind: "revoke", pass });
              }}
            />
          ))}
        </ul>
      ) : null}
      {asked?.kind === "new" ? (
        <NewPassDialog
          event={event}
          onMade={(made) => setAsked({ kind: "ready", made })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.kind === "ready" ? (
        <PassReady made={asked.made} event={event} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === "revoke" ? (
        <Question
          {...revokeQuestion(holderOf(asked.pass))}
          cancel={PASSES_COPY.keep}
          submit={PASSES_COPY.revoke}
          pending={revoke.isPending}
          pendingText={PASSES_COPY.revoking}
          onCancel={() => setAsked(null)}
          onSubmit={() => revokeAsked(asked.pass)}
        />
      ) : null}
    </Card>
  );
}
