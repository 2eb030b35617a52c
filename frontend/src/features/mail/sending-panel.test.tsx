import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MailRun } from "@/api/types";
import { useShownRuns } from "@/features/mail/sending-panel";

const run = (id: number, waiting: number): MailRun => ({
  id,
  event: null,
  createdBy: null,
  createdAt: "2026-11-21T08:00:00Z",
  total: 3,
  waiting,
  sent: 3 - waiting,
  failed: 0,
  unknown: 0,
});

test("2.mail.7 a request shows while it runs, and its result only if it ran while the page was open", () => {
  const { result, rerender } = renderHook(({ runs }) => useShownRuns(runs), {
    initialProps: { runs: [run(1, 0), run(2, 3)] },
  });
  expect(result.current.map(({ id }) => id)).toEqual([2]);
  rerender({ runs: [run(1, 0), run(2, 0), run(3, 1)] });
  expect(result.current.map(({ id, waiting }) => [id, waiting])).toEqual([
    [2, 0],
    [3, 1],
  ]);
});
