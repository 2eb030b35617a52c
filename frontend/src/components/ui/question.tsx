import type { ReactNode } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

export interface QuestionProps extends Pick<ButtonProps, "variant" | "disabled" | "pendingText"> {
  open?: boolean;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  cancel?: string;
  /** The label of the confirming button, which is red unless `variant` is set. */
  submit: string;
  /** The action is running: the question cannot be closed. */
  pending?: boolean;
  onCancel: () => void;
  onSubmit: () => void;
}

export function Question({
  open = true,
  title,
  description,
  children,
  cancel = "Cancel",
  submit,
  pending = false,
  onCancel,
  onSubmit,
  ...answer
}: QuestionProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={() => pending || onCancel()}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={onCancel} disabled={pending}>
            {cancel}
          </Button>
          <Button variant="danger" onClick={onSubmit} pending={pending} {...answer}>
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
