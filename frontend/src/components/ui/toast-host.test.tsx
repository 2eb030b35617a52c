import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "@/components/ui/dialog";
import { ToastHost } from "@/components/ui/toast-host";
import {
  carryToastOverReload,
  dismissToast,
  showCarriedToast,
  shownToast,
  toast,
} from "@/components/ui/toast-store";

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastHost />);
});

afterEach(() => {
  const left = shownToast();
  if (left) act(() => dismissToast(left.id));
  vi.useRealTimers();
});

const visible = () => within(screen.getByRole("region")).queryAllByRole("listitem");

test("a toast shows its title and its text", () => {
  act(() => toast({ title: "Success", description: "Event created successfully!" }));
  expect(visible()).toHaveLength(1);
  expect(visible()[0]).toHaveTextContent("SuccessEvent created successfully!");
});

test("4.toast.1, 9.toast.1 at most one is visible: a new toast replaces the previous one", () => {
  act(() => toast({ title: "First" }));
  act(() => toast({ title: "Second" }));
  expect(visible()).toHaveLength(1);
  expect(visible()[0]).toHaveTextContent("Second");
});

test("9.toast.2 it stays 5000 ms", () => {
  act(() => toast({ title: "Success" }));
  act(() => vi.advanceTimersByTime(4999));
  expect(visible()).toHaveLength(1);
  act(() => vi.advanceTimersByTime(1));
  expect(visible()).toHaveLength(0);
});

test("a toast may ask for another time", () => {
  act(() => toast({ title: "Short", duration: 2000 }));
  act(() => vi.advanceTimersByTime(2000));
  expect(visible()).toHaveLength(0);
});

test("a replaced toast's time does not end the new one", () => {
  act(() => toast({ title: "First" }));
  act(() => vi.advanceTimersByTime(4000));
  act(() => toast({ title: "Second" }));
  act(() => vi.advanceTimersByTime(4999));
  expect(visible()[0]).toHaveTextContent("Second");
});

test("4.login.4 a carried toast is seen once, after the reload", () => {
  carryToastOverReload({ title: "Logged Out" });
  expect(visible()).toHaveLength(0);
  act(showCarriedToast);
  expect(visible()[0]).toHaveTextContent("Logged Out");
  act(() => vi.advanceTimersByTime(5000));
  act(showCarriedToast);
  expect(visible()).toHaveLength(0);
});

test("taking away a toast that was replaced leaves the new one", () => {
  act(() => toast({ title: "First" }));
  const first = shownToast()?.id ?? 0;
  act(() => toast({ title: "Second" }));
  act(() => dismissToast(first));
  expect(visible()[0]).toHaveTextContent("Second");
});

/** A finger or mouse that pulls the toast this far to the right. */
function swipe(distance: number) {
  const handle = visible()[0] as HTMLElement;
  handle.setPointerCapture = () => {};
  handle.hasPointerCapture = () => false;
  const at = (clientX: number) => ({ button: 0, pointerId: 1, pointerType: "touch", clientX, clientY: 100 });
  fireEvent.pointerDown(handle, at(200));
  fireEvent.pointerMove(handle, at(200 + distance / 2));
  fireEvent.pointerMove(handle, at(200 + distance));
  fireEvent.pointerUp(handle, at(200 + distance));
}

test.each([
  [49, 1],
  [50, 0],
  [-80, 1],
])("4.toast.2, 9.toast.3 a swipe of %i px to the right leaves %i", (distance, left) => {
  act(() => toast({ title: "Success" }));
  act(() => swipe(distance));
  act(() => vi.advanceTimersByTime(1000));
  expect(visible()).toHaveLength(left);
});

test("2.frame.8 its cross has a tooltip", () => {
  act(() => toast({ title: "Success" }));
  act(() => screen.getByRole("button", { name: "Close" }).focus());
  expect(screen.getByRole("tooltip")).toHaveTextContent("Close");
});

test("a toast that comes while a dialog is open can be read and closed", () => {
  render(
    <Dialog open onOpenChange={() => {}} title="A question">
      <p>Still there</p>
    </Dialog>,
  );
  act(() => toast({ title: "Error", description: "Failed to update user" }));
  expect(visible()[0]).toHaveTextContent("ErrorFailed to update user");
  expect(visible()[0]).toHaveClass("pointer-events-auto");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(visible()).toHaveLength(0);
  expect(screen.getByRole("dialog", { name: "A question" })).toHaveTextContent("Still there");
});

test("2.frame.14 a toast goes when a dialog opens", () => {
  const dialog = (open: boolean) => <Dialog open={open} onOpenChange={() => {}} title="A question" />;
  const { rerender } = render(dialog(false));
  act(() => toast({ title: "Success" }));
  expect(visible()).toHaveLength(1);
  rerender(dialog(true));
  expect(visible()).toHaveLength(0);
});
