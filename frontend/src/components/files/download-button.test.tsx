import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { DownloadButton } from "@/components/files/download-button";
import { shownToast } from "@/components/ui/toast-store";

/** Sends 1.4 MB, then nothing until the request is aborted. */
function serveHalf() {
  const stopped = vi.fn();
  vi.stubGlobal("fetch", async (_request: Request, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new Uint8Array(1_400_000));
        signal.addEventListener("abort", () => {
          stopped();
          stream.error(signal.reason);
        });
      },
    });
    return new Response(body, {
      headers: { "Content-Disposition": 'attachment; filename="backup.sqlite3"' },
    });
  });
  return stopped;
}

test.each([
  ["beside another button it is its own Cancel", true, "1.4 MB: Cancel the download"],
  ["else Cancel stands beside it", false, "Cancel the download"],
])("a large file says how far it is and can be cancelled: %s", async (_where, narrow, cancel) => {
  const stopped = serveHalf();
  const user = userEvent.setup({ delay: null });
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <DownloadButton
        label="Download"
        path="/api/backup/backup.sqlite3"
        fallbackName="backup"
        failure={{ title: "Export Failed", fallback: "Please try again." }}
        narrow={narrow}
      />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Download" }));
  const stop = await screen.findByRole("button", { name: cancel });
  expect(document.body).toHaveTextContent("1.4 MB");
  await user.click(stop);
  expect(await screen.findByRole("button", { name: "Download" })).toBeEnabled();
  expect(stopped).toHaveBeenCalledOnce();
  expect(shownToast()).toBeNull();
});

test("2.export.1021, 9.toast.1040 a failure says why, and 'Try again' in it asks for the file again", async () => {
  const user = userEvent.setup({ delay: null });
  let isDown = true;
  const headers = { "Content-Disposition": 'attachment; filename="all.csv"' };
  const asked = vi.fn(async () =>
    isDown
      ? new Response(JSON.stringify({ code: "too_busy", detail: "Too many exports run now." }), {
          status: 503,
          headers: { "Content-Type": "application/problem+json" },
        })
      : new Response("Name", { headers }),
  );
  vi.stubGlobal("fetch", asked);
  URL.createObjectURL = vi.fn(() => "blob:all");
  URL.revokeObjectURL = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <DownloadButton
        label="Export"
        path="/api/export/all.csv"
        fallbackName="all.csv"
        failure={{ title: "Export Failed", fallback: "Please try again." }}
      />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Export" }));
  await waitFor(() => expect(shownToast()?.description).toBe("Too many exports run now."));
  expect(shownToast()).toMatchObject({ title: "Export Failed", duration: 15_000 });
  isDown = false;
  shownToast()?.action?.run();
  await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledOnce());
  expect(asked).toHaveBeenCalledTimes(2);
});
