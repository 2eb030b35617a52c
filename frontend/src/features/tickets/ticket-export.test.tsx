import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { shownToast } from "@/components/ui/toast-store";
import * as pictures from "@/features/tickets/picture/draw-ticket";
import { TicketResult } from "@/features/tickets/result-view";
import { ShareButtons } from "@/features/tickets/share-buttons";
import { TicketExport } from "@/features/tickets/ticket-export";
import { json, serve } from "@/testing/server";

// jsdom has no canvas; a browser test checks the real drawing.
const draw = () => vi.mocked(pictures.drawTicket);

const FACE = {
  eventName: "Spring Gala",
  eventDate: "2026-11-21",
  eventTime: "19:30",
  fullName: "Ada Byron",
  tableNumber: 7,
  invoiceNumber: "INV-7K3M9",
  qrCodeData: "DL1.12.0123456789ABCDEFGHJKMNPQRS",
};

/** The server's setting. */
let pageUrl: string | null = null;
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient(() => {})}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
);

beforeEach(() => {
  pageUrl = null;
  serve({ "GET /api/ticket": () => json({ pageUrl }) });
  vi.spyOn(pictures, "drawTicket").mockResolvedValue(new Blob(["png"]));
  URL.createObjectURL = () => "blob:ticket";
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "canShare");
  Reflect.deleteProperty(navigator, "share");
});

test("9.ticket.2 the picture of the details is drawn at 600x800", async () => {
  render(<TicketExport face={FACE} />, { wrapper });
  const picture = await screen.findByRole("img", { name: /Ticket of Ada Byron for Spring Gala/ });
  expect(draw()).toHaveBeenCalledWith(FACE, { width: 600, height: 800 });
  expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["600", "800"]);
});

test("9.ticket.1 the picture of a new ticket is drawn at 800x1200", async () => {
  render(
    <TicketResult
      sending={null}
      face={FACE}
      printAddress="/print-tickets?ids=40"
      owed="$45.00 owed"
      onAddAnother={() => {}}
    />,
    { wrapper },
  );
  await screen.findByRole("img");
  expect(draw()).toHaveBeenCalledWith(FACE, { width: 800, height: 1200 });
});

test("2.details.4, 8.attendee.6, 9.export.970 it is downloaded under a name with event, invoice and date", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  render(<TicketExport face={FACE} />, { wrapper });
  await screen.findByRole("img");
  await userEvent.click(screen.getByRole("button", { name: "View/Download" }));
  expect(saved).toEqual([expect.stringMatching(/^ticket-Spring-Gala-INV-7K3M9-\d{4}-\d{2}-\d{2}\.png$/)]);
  expect(shownToast()?.title).toBe("Downloaded!");
});

test("8.attendee.4 a share that fails says so once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  Object.assign(navigator, {
    canShare: () => true,
    share: () => Promise.reject(new DOMException("", "NotAllowedError")),
  });
  render(<TicketExport face={FACE} />, { wrapper });
  await screen.findByRole("img");
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(shownToast()).toMatchObject({
    title: "Error",
    description: "Failed to copy or download ticket",
    variant: "destructive",
  });
});

test.each([
  ["8.attendee.5", "Failed to generate ticket image", <TicketExport key="small" face={FACE} />],
  [
    "8.attendee.8",
    "Failed to generate professional ticket",
    <TicketResult
      key="large"
      face={FACE}
      printAddress="/print-tickets?ids=40"
      owed={null}
      sending={null}
      onAddAnother={() => {}}
    />,
  ],
])("%s a picture that cannot be drawn says once: %s; and can be drawn again", async (_, words, ticket) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  draw().mockRejectedValue(new Error("no canvas"));
  render(ticket, { wrapper });
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(shownToast()).toMatchObject({ title: "Error", description: words, variant: "destructive" });
  expect(screen.queryByText(words)).toBeNull();
  expect(screen.getByRole("button", { name: "Share" })).toBeDisabled();
  draw().mockResolvedValue(new Blob(["png"]));
  await userEvent.click(again);
  await screen.findByRole("img");
  expect(screen.getByRole("button", { name: "Share" })).toBeEnabled();
});

test("2.ticket.940 for several tickets the links are copied together, one to a line", async () => {
  pageUrl = "https://tickets.example.org/ticket";
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const second = { ...FACE, qrCodeData: FACE.qrCodeData.replace("DL1.12.", "DL1.13.") };
  const qrCodes = [FACE.qrCodeData, second.qrCodeData];
  render(<ShareButtons file={null} onShare={() => {}} onDownload={() => {}} qrCodes={qrCodes} />, {
    wrapper,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Copy 2 links" }));
  const copied = qrCodes.map((code) => `https://tickets.example.org/ticket#${code}`).join("\n");
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(copied));
});

test("2.ticket.940 with an address of the ticket page, 'Copy link' is beside Share", async () => {
  pageUrl = "https://tickets.example.org/ticket";
  render(<TicketExport face={FACE} />, { wrapper });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(`${pageUrl}#${FACE.qrCodeData}`);
  expect(await screen.findByRole("button", { name: "Copied!" })).toBeVisible();
});

test("2.ticket.940 without an address there is no 'Copy link'", async () => {
  render(<TicketExport face={FACE} />, { wrapper });
  await screen.findByRole("img");
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
});
