import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FileDrop } from "@/components/files/file-drop";

test("a file that lands beside the box does not take the page away, as long as the box is there", () => {
  const onFile = vi.fn();
  const { unmount } = render(<FileDrop label="Spreadsheet" hint="CSV" accept=".csv" onFile={onFile} />);
  const guests = new File(["Name"], "guests.csv");
  /** Returns false if the page prevented the browser's default, which is to open the file. */
  const drop = (where: Element) => fireEvent.drop(where, { dataTransfer: { files: [guests] } });
  expect(drop(document.body)).toBe(false);
  expect(onFile).not.toHaveBeenCalled();
  drop(screen.getByText("CSV"));
  expect(onFile).toHaveBeenCalledExactlyOnceWith(guests);
  unmount();
  expect(drop(document.body)).toBe(true);
});
