import { act, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tooltip } from "@/components/ui/tooltip";

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <Tooltip text="About one">
        <button type="button">One</button>
      </Tooltip>
      <Tooltip text="About two">
        <button type="button">Two</button>
      </Tooltip>
    </>,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole("button", { name });
const pointAt = (name: string) => fireEvent.pointerMove(button(name), { pointerType: "mouse" });
/** Away from the button and from its tooltip, which may be pointed at too. */
function pointAway(name: string) {
  fireEvent.pointerLeave(button(name), { pointerType: "mouse" });
  fireEvent.pointerMove(document.body, { clientX: 900, clientY: 900 });
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
// Each test's clock begins at zero, and tooltips know when the last one closed: each test is later than the one before.
let later = 0;
beforeEach(() => {
  later += 10_000;
  pass(later);
});

test("9.tooltip.1 it opens after 700 ms", () => {
  pointAt("One");
  pass(699);
  expect(screen.queryByRole("tooltip")).toBeNull();
  pass(1);
  expect(screen.getByRole("tooltip")).toHaveTextContent("About one");
});

test.each([
  [299, 1],
  [300, 0],
])("9.tooltip.2 the neighbour's opens at once within 300 ms: after %i ms there are %i", (later, shown) => {
  pointAt("One");
  pass(700);
  pointAway("One");
  pass(0);
  expect(screen.queryByRole("tooltip")).toBeNull();
  pass(later);
  pointAt("Two");
  pass(0);
  expect(screen.queryAllByRole("tooltip")).toHaveLength(shown);
});

test("it opens at once for who comes by keyboard, and Escape closes it and nothing else", () => {
  const onEscape = vi.fn();
  document.addEventListener("keydown", onEscape);
  fireEvent.focus(button("One"));
  expect(screen.getByRole("tooltip")).toHaveTextContent("About one");
  expect(button("One")).toHaveAccessibleDescription("About one");
  fireEvent.keyDown(button("One"), { key: "Escape" });
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(onEscape).not.toHaveBeenCalled();
  document.removeEventListener("keydown", onEscape);
});

test("a press closes it, and neither the focus that follows nor a finger opens it", () => {
  pointAt("One");
  pass(700);
  fireEvent.pointerDown(button("One"), { pointerType: "mouse" });
  fireEvent.focus(button("One"));
  expect(screen.queryByRole("tooltip")).toBeNull();
  fireEvent.pointerMove(button("Two"), { pointerType: "touch" });
  pass(700);
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("what Escape has closed does not come back under the pointer that stays, nor what was left before its time", () => {
  pointAt("One");
  pass(700);
  fireEvent.keyDown(button("One"), { key: "Escape" });
  pointAt("One");
  pass(700);
  expect(screen.queryByRole("tooltip")).toBeNull();
  pointAway("One");
  pass(300);
  pointAt("Two");
  pointAt("Two");
  pass(500);
  pointAway("Two");
  pass(700);
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("2.frame.8 what is around the button keeps its ref and its handlers", () => {
  const ref = createRef<HTMLButtonElement>();
  const heard = { onClick: vi.fn(), onFocus: vi.fn(), onPointerDown: vi.fn() };
  render(
    <Tooltip text="About three">
      <button type="button" ref={ref} {...heard}>
        Three
      </button>
    </Tooltip>,
  );
  expect(ref.current).toBe(button("Three"));
  fireEvent.focus(button("Three"));
  expect(screen.getByRole("tooltip")).toHaveTextContent("About three");
  fireEvent.pointerDown(button("Three"));
  fireEvent.click(button("Three"));
  for (const handler of Object.values(heard)) expect(handler).toHaveBeenCalledOnce();
  expect(screen.queryByRole("tooltip")).toBeNull();
});
