import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { RecentScansList } from "@/features/checkin/screen/recent-scans-list";

test("4.offline.9 'Undo' is not offered where this device has no record of the check-in", () => {
  const scan = {
    key: "6f1f2f0e-3a52-4a3c-9a57-0d3d9a6d2a01",
    name: "Ada Byron",
    table: 12,
    time: Date.now(),
    status: "success",
    isUnconfirmed: false,
    isTakenBack: false,
  } as const;
  render(<RecentScansList scans={[scan]} onUndo={vi.fn()} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("Checked in");
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});
