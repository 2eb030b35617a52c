import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { later, loadLaterParts } from "@/components/ui/later";

const Part = () => <p>The part</p>;
type Import = () => Promise<typeof Part>;

function show(importPart: Import, isWanted: boolean) {
  const part = later(importPart);
  function Place({ wanted }: { wanted: boolean }) {
    const Loaded = part.use(wanted);
    return wanted && Loaded ? <Loaded /> : <p>Nothing yet</p>;
  }
  const { rerender } = render(<Place wanted={isWanted} />);
  return { want: (wanted: boolean) => rerender(<Place wanted={wanted} />) };
}

test("a part shows as soon as it is there", async () => {
  let arrive: (part: typeof Part) => void = () => {};
  show(() => new Promise((resolve) => (arrive = resolve)), true);
  expect(screen.getByText("Nothing yet")).toBeInTheDocument();
  await act(async () => arrive(Part));
  expect(screen.getByText("The part")).toBeInTheDocument();
});

test("a part is loaded once the page stands, wanted or not, and shows at once when it is wanted", async () => {
  const importPart = vi.fn<Import>(async () => Part);
  const { want } = show(importPart, false);
  await act(() => loadLaterParts());
  want(true);
  expect(screen.getByText("The part")).toBeInTheDocument();
  expect(importPart).toHaveBeenCalledOnce();
});

test("a part that could not be loaded is asked for again the next time that it is wanted", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const importPart = vi.fn<Import>(async () => Part).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { want } = show(importPart, true);
  await act(async () => {});
  expect(screen.getByText("Nothing yet")).toBeInTheDocument();
  want(false);
  want(true);
  expect(await screen.findByText("The part")).toBeInTheDocument();
});

test("a part that a lost network kept away comes with the network, and shows where it is still wanted", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await act(() => loadLaterParts());
  show(vi.fn<Import>(async () => Part).mockRejectedValueOnce(new TypeError("Failed to fetch")), true);
  await act(async () => {});
  expect(screen.getByText("Nothing yet")).toBeInTheDocument();
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(screen.getByText("The part")).toBeInTheDocument();
});

test("a part that is still wanted is asked for again by itself", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const importPart = vi.fn<Import>(async () => Part).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  show(importPart, true);
  await act(async () => {});
  expect(screen.getByText("Nothing yet")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText("The part")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(importPart).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("whoever waits for a part gets it, or hears that it cannot be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const answer = later(vi.fn(async () => 42).mockRejectedValueOnce(new TypeError("Failed to fetch")));
  await expect(answer.get()).rejects.toThrow("Failed to fetch");
  await expect(answer.get()).resolves.toBe(42);
});
