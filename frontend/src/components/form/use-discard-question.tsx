import { type ReactNode, useState } from "react";
import { Question } from "@/components/ui/question";

const COPY = { title: "Discard what you typed?", keep: "Keep editing", discard: "Discard" };

/**
 * For a dialog with a form: Escape or a click outside asks before it discards what was typed (contract 4.form.970).
 * Render `question` inside the dialog.
 */
export function useDiscardQuestion(
  isTouched: () => boolean,
  onClose: () => void,
): { leave: () => void; question: ReactNode } {
  const [isAsked, setIsAsked] = useState(false);
  return {
    leave: () => (isTouched() ? setIsAsked(true) : onClose()),
    question: (
      <Question
        open={isAsked}
        title={COPY.title}
        cancel={COPY.keep}
        submit={COPY.discard}
        onCancel={() => setIsAsked(false)}
        onSubmit={() => {
          setIsAsked(false);
          onClose();
        }}
      />
    ),
  };
}
