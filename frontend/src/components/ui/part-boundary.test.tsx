import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { PartBoundary } from "@/components/ui/part-boundary";
import { shownToast } from "@/components/ui/toast-store";

function Broken(): never {
  throw new Error("Broken");
}

test("4.shell.520 a part that cannot be drawn says so and takes nothing else down", () => {
  vi.spyOn(console, "error").mockReturnValue();
  render(
    <>
      <p>The door</p>
      <PartBoundary>
        <Broken />
      </PartBoundary>
    </>,
  );
  expect(screen.getByText("The door")).toBeVisible();
  expect(screen.getByText(/^A part of this page could not be shown\. .* Reload the page/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});

function Sheet() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <PartBoundary onFail={() => setIsOpen(false)}>{isOpen ? <Broken /> : <p>The camera</p>}</PartBoundary>
  );
}

test("4.shell.520 what lies over the page closes, and a toast says so", () => {
  vi.spyOn(console, "error").mockReturnValue();
  render(<Sheet />);
  expect(screen.getByText("The camera")).toBeVisible();
  expect(shownToast()).toMatchObject({
    title: "A part of this page could not be shown",
    link: { text: "Reload", to: "/" },
  });
});
