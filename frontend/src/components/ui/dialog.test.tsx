import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "@/components/ui/dialog";

function Page({ after }: { after: "enabled" | "disabled" | "gone" }) {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const state = wasOpen ? after : "enabled";
  return (
    <>
      <h1 tabIndex={-1}>The page</h1>
      {state === "gone" ? null : (
        <button type="button" disabled={state === "disabled"} onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      <Dialog
        open={open}
        onOpenChange={(isOpen) => {
          setOpen(isOpen);
          setWasOpen(!isOpen);
        }}
        title="The question"
      />
    </>
  );
}

test.each([
  ["its opener", "enabled", "button"],
  ["the heading where its opener is disabled by then", "disabled", "heading"],
  ["the heading where its opener is gone", "gone", "heading"],
] as const)("a dialog that closes gives the focus to %s", async (_, after, role) => {
  render(<Page after={after} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole(role)).toHaveFocus());
});
