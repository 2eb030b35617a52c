import { useEffect, useRef } from "react";
import type { FieldErrors } from "react-hook-form";
import { Callout } from "@/components/ui/callout";
import type { ToastContent } from "@/components/ui/toast-store";

/** Error inside a dialog: stays until the next try, and scrolls into view (contract 2.frame.12). */
export function FailureNote({ failure }: { failure: Pick<ToastContent, "title" | "description"> | null }) {
  const note = useRef<HTMLDivElement>(null);
  const isFailed = failure !== null;
  useEffect(() => {
    if (isFailed) note.current?.scrollIntoView({ block: "nearest" });
  }, [isFailed]);
  return failure ? (
    <div ref={note} role="alert">
      <Callout tone="danger" title={failure.title}>
        {failure.description ? <p>{failure.description}</p> : null}
      </Callout>
    </div>
  ) : null;
}

/** Error beside other content; nothing without a text. */
export function ErrorNote({ text }: { text: string | null | undefined }) {
  return text ? (
    <div role="alert">
      <Callout tone="danger">
        <p>{text}</p>
      </Callout>
    </div>
  ) : null;
}

/** Error of a form in a dialog, until it is sent again (contract 2.frame.12). */
export const FormFailure = ({ errors }: { errors: FieldErrors }) => <ErrorNote text={errors.root?.message} />;
