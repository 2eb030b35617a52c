import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { apiErrorOf } from "@/api/api-error";
import { useErasureConsent } from "@/components/form/use-erasure-consent";

const refusal = (guests: number) =>
  apiErrorOf(
    409,
    "Conflict",
    JSON.stringify({ code: "guests_will_be_erased", erasures: { guests, eraseOn: "2027-02-20" } }),
  );

function Change({
  send,
  onEnd,
}: {
  send: (expected: number) => Promise<string>;
  onEnd: (end: string) => void;
}) {
  const { withConsent, question } = useErasureConsent();
  const start = () =>
    void withConsent(send).then(onEnd, (error: unknown) => onEnd(error instanceof Error ? "refused" : "?"));
  return (
    <>
      <button type="button" onClick={start}>
        Save
      </button>
      {question}
    </>
  );
}

/** A change that is refused until so many are expected; the numbers that were sent. */
function changeOf(...guests: number[]) {
  const sent: number[] = [];
  const send = async (expected: number) => {
    sent.push(expected);
    const asked = guests.shift();
    if (asked) throw refusal(asked);
    return "saved";
  };
  const onEnd = vi.fn();
  const { unmount } = render(<Change send={send} onEnd={onEnd} />);
  return { sent, onEnd, user: userEvent.setup(), leave: unmount };
}

test("2.keep.565 a change that erases nobody asks nothing", async () => {
  const { sent, onEnd, user } = changeOf();
  await user.click(screen.getByText("Save"));
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith("saved"));
  expect(sent).toEqual([0]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("2.keep.565 8.keep.561 the number is asked about, again if it has grown, and sent", async () => {
  const { sent, onEnd, user } = changeOf(1, 1250);
  await user.click(screen.getByText("Save"));
  const dialog = await screen.findByRole("dialog", { name: "Guests will be erased" });
  expect(dialog).toHaveTextContent(
    "This guest will be erased on Sat 20 Feb 2027, because their event is over for longer than guests are kept. Check the date of the event.",
  );
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText(/^These 1,250 guests will be erased on Sat 20 Feb 2027/);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith("saved"));
  expect(sent).toEqual([0, 1, 1250]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("2.keep.565 after a no nothing is sent again", async () => {
  const { sent, onEnd, user } = changeOf(3);
  await user.click(screen.getByText("Save"));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith("refused"));
  expect(sent).toEqual([0]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("8.keep.561 a user who has left the page is told of the refusal", async () => {
  const { sent, onEnd, user, leave } = changeOf(3);
  await user.click(screen.getByText("Save"));
  await screen.findByRole("dialog", { name: "Guests will be erased" });
  leave();
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith("refused"));
  expect(sent).toEqual([0]);

  const early = changeOf(3);
  await early.user.click(screen.getByText("Save"));
  early.leave();
  await waitFor(() => expect(early.onEnd).toHaveBeenCalledWith("refused"));
});
