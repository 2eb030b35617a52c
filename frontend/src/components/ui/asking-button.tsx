import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Question, type QuestionProps } from "@/components/ui/question";

interface AskingButtonProps extends Omit<ButtonProps, "onClick"> {
  question: Pick<QuestionProps, "title" | "description" | "children" | "submit">;
  onConfirm: () => void;
}

/** A button that acts after a question. */
export function AskingButton({ question, onConfirm, ...button }: AskingButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setAsking(true)} />
      <Question
        open={asking}
        {...question}
        onCancel={() => setAsking(false)}
        onSubmit={() => {
          setAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}
