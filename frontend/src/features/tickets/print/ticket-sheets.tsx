import { useState } from "react";
import { PageRules, Paper } from "@/components/print/paper";
import { PRINT_TICKETS_COPY } from "@/features/tickets/copy";
import { pageMeasure } from "@/features/tickets/picture/measure";
import { TicketCard } from "@/features/tickets/print/ticket-card";
import { TICKETS_A_SHEET } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";

/** Leaves a small margin, so that a printer's rounding pushes no card to the next sheet. */
const MARGIN_MM = { block: 11, inline: 14 };

export const sheetCount = (tickets: number): number => Math.ceil(tickets / TICKETS_A_SHEET);

/** Tickets on A4 sheets, with lines to cut along (contract 2). */
export function TicketSheets({ faces }: { faces: readonly TicketFace[] }) {
  const [measure] = useState(pageMeasure);
  const sheets = Array.from({ length: sheetCount(faces.length) }, (_, index) =>
    faces.slice(index * TICKETS_A_SHEET, (index + 1) * TICKETS_A_SHEET),
  );
  return (
    <Paper label={PRINT_TICKETS_COPY.preview}>
      <PageRules margin={MARGIN_MM} />
      {sheets.map((sheet, index) => (
        <ul
          key={sheet[0]?.invoiceNumber}
          aria-label={PRINT_TICKETS_COPY.sheet(index + 1, sheets.length)}
          className="grid grid-cols-[auto_auto] content-start justify-start bg-paper print:justify-center not-print:mb-6 not-print:h-a4-high not-print:rounded-md not-print:border not-print:pl-sheet-side not-print:pt-sheet-top not-print:[content-visibility:auto] print:break-after-page print:last:break-after-auto"
        >
          {sheet.map((face) => (
            <li
              key={face.qrCodeData}
              className="relative nth-[-n+2]:border-t h-ticket-high w-ticket break-inside-avoid border-r border-b border-ink-line border-dashed odd:border-l"
            >
              <TicketCard face={face} measure={measure} />
            </li>
          ))}
        </ul>
      ))}
    </Paper>
  );
}
