import { act, render, screen } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { expect, test, vi } from "vitest";
import { lazyComponent, preloadComponents, setLoadFailureNotice } from "@/components/ui/lazy-component";
import { noticeLoadFailure } from "@/components/ui/part-boundary";
import { dismissToast, shownToast } from "@/components/ui/toast-store";

type Import = () => Promise<ComponentType<object>>;

const Loaded = () => <p>The part</p>;
const failOnce = () =>
  vi.fn<Import>(async () => Loaded).mockRejectedValueOnce(new TypeError("Failed to fetch"));

test("a part that is not loaded yet shows what stands in for it, then itself", async () => {
  let arrive: (part: ComponentType<object>) => void = () => {};
  const importPart = vi.fn<Import>(() => new Promise((done) => (arrive = done)));
  const Part = lazyComponent(importPart, <p>Loading...</p>);
  render(<Part />);
  expect(screen.getByText("Loading...")).toBeInTheDocument();
  await act(async () => arrive(Loaded));
  expect(await screen.findByText("The part")).toBeInTheDocument();
  expect(importPart).toHaveBeenCalledOnce();
});

test("once the page stands, a part is loaded before it is wanted, and then shows at once", async () => {
  const Part = lazyComponent(async () => Loaded, <p>Loading...</p>);
  await preloadComponents();
  render(<Part />);
  expect(screen.getByText("The part")).toBeInTheDocument();
  expect(screen.queryByText("Loading...")).toBeNull();
});

test("a part keeps its state while what is around it changes", async () => {
  let write: (typed: string) => void = () => {};
  function Typing() {
    const [typed, setTyped] = useState("nothing");
    write = setTyped;
    return <p>{typed}</p>;
  }
  const Part = lazyComponent<object>(async () => Typing);
  const { rerender } = render(<Part />);
  await screen.findByText("nothing");
  act(() => write("a name"));
  rerender(<Part />);
  expect(screen.getByText("a name")).toBeInTheDocument();
});

test("a part that could not be loaded ahead comes with the network", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const importPart = failOnce();
  const Part = lazyComponent(importPart);
  await preloadComponents();
  window.dispatchEvent(new Event("online"));
  await preloadComponents();
  render(<Part />);
  expect(screen.getByText("The part")).toBeInTheDocument();
  expect(importPart).toHaveBeenCalledTimes(2);
});

test("a part on the screen is asked for again until it is there", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const importPart = failOnce();
  const Part = lazyComponent(importPart, <p>Loading...</p>);
  render(<Part />);
  await act(() => vi.advanceTimersByTimeAsync(2999));
  expect(screen.getByText("Loading...")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText("The part")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(importPart).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("4.shell.580 what lies over the page closes where its code does not come, each time it is opened", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  setLoadFailureNotice(noticeLoadFailure);
  const Part = lazyComponent<{ onClose: () => void }>(() => Promise.reject(new TypeError("Failed to fetch")));
  function Page() {
    const [isOpen, setIsOpen] = useState(true);
    if (isOpen) return <Part onClose={() => setIsOpen(false)} />;
    return (
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
    );
  }
  render(<Page />);
  await act(() => vi.advanceTimersByTimeAsync(5999));
  expect(screen.queryByRole("button", { name: "Open" })).not.toBeInTheDocument();
  for (const at of ["at first", "once more"]) {
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(shownToast(), at).toMatchObject({ link: { text: "Reload" } });
    dismissToast(shownToast()?.id ?? 0);
    act(() => screen.getByRole("button", { name: "Open" }).click());
  }
  vi.useRealTimers();
});
