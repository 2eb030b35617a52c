import { useQuery } from "@tanstack/react-query";
import { CircleCheck, MailX, TriangleAlert } from "lucide-react";
import { useForm } from "react-hook-form";
import { useFormFailure } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { QueryView } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { sendingQuery, useSendTest } from "@/features/mail/api";
import { CARD_COPY as COPY } from "@/features/mail/copy";

/** Whether the server can send, the problem in words, and a test message (contract 2.mail.1). */
export function MailCard() {
  const sending = useQuery(sendingQuery());
  const { data } = sending;
  if (!data)
    return (
      <Card>
        <QueryView query={sending} loading={COPY.loading} failed={COPY.failed} />
      </Card>
    );
  const { isSetUp, isReady, problem, server, sender, perMinute } = data.mail;
  const state = isReady ? COPY.ready : isSetUp ? COPY.problem : COPY.off;
  return (
    <Card className="flex flex-col gap-4">
      <CardTitle className="flex items-center gap-2 [&_svg]:size-5">
        {isReady ? (
          <CircleCheck className="text-success" />
        ) : isSetUp ? (
          <TriangleAlert className="text-warning" />
        ) : (
          <MailX />
        )}
        {state}
      </CardTitle>
      {problem ? <Callout tone="warning">{problem}</Callout> : null}
      {isSetUp ? null : (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-text-muted">{COPY.howTo}</p>
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-surface-muted p-3 text-sm">
            {COPY.example}
          </pre>
        </div>
      )}
      {server && sender ? (
        <p className="wrap-anywhere text-sm text-text-muted">
          {COPY.via(server, sender)} {perMinute ? COPY.perMinute(perMinute) : null}
        </p>
      ) : null}
      {server ? <TestForm /> : null}
    </Card>
  );
}

function TestForm() {
  const send = useSendTest();
  const form = useForm({ defaultValues: { to: "" } });
  const showProblem = useFormFailure(form, { fields: ["to"], ...COPY.failure });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ to }) =>
    send
      .mutateAsync(to)
      .then(
        ({ problem }) => (problem ? form.setError("to", { message: problem }) : toast(COPY.tested)),
        showProblem,
      ),
  );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={COPY.to} error={errors.to?.message}>
        <Input
          {...form.register("to", { required: COPY.toMissing })}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        className="self-start"
        pending={send.isPending}
        pendingText={COPY.testing}
      >
        {COPY.test}
      </Button>
    </form>
  );
}
