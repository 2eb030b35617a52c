import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Button } from "@/components/ui/button";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("2.frame.1060, 9.frame.1060 a button whose action takes long says that the server is slow", () => {
  const button = (pending: boolean) => (
    <Button pending={pending} pendingText="Saving...">
      Save
    </Button>
  );
  const { rerender } = render(button(true));
  act(() => vi.advanceTimersByTime(7999));
  expect(screen.getByRole("button")).toHaveTextContent("Saving...");
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("button")).toHaveTextContent("Waiting for the server...");
  rerender(button(false));
  expect(screen.getByRole("button")).toHaveTextContent("Save");
  rerender(button(true));
  expect(screen.getByRole("button")).toHaveTextContent("Saving...");
});
