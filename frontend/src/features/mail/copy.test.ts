import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SendResult, TicketMail } from "@/api/types";
import { mailLabel, SEND_COPY } from "@/features/mail/copy";

// Midday in the zone of the tests, whichever it is.
const NOON = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString();

beforeEach(() => vi.useFakeTimers({ now: NOON }));
afterEach(() => vi.useRealTimers());

const mail = (state: TicketMail["state"], problem: TicketMail["problem"] = null): TicketMail => ({
  state,
  problem,
  at: at(21, 9, 2),
});

test.each([
  [null, "Not sent"],
  [mail("queued"), "Waiting to be sent"],
  [mail("sending"), "Waiting to be sent"],
  [mail("queued", "no_connection"), "Waiting to be sent again: no connection to the mail server"],
  [mail("sent"), "Sent 09:02"],
  [mail("failed", "mailbox_unknown"), "Failed: mailbox unknown"],
  [mail("failed", "not_arrived"), "Failed: did not arrive"],
  [mail("failed", "something_newer"), "Failed: problem"],
  [mail("failed"), "Failed"],
  [mail("unknown"), "Unknown"],
])("2.mail.3 the state of %o is '%s'", (state, label) => {
  expect(mailLabel(state)).toBe(label);
});

test("2.mail.3 a ticket that was sent on another day has the day", () => {
  expect(mailLabel({ ...mail("sent"), at: at(20, 19, 2) })).toBe("Sent 20 Nov 2026, 19:02");
});

test.each([
  [1, 1, "1 ticket will be sent"],
  [3, 3, "3 tickets will be sent"],
  [3, 2, "3 tickets will be sent in 2 messages: guests with the same address share one"],
  [1200, 1, "1,200 tickets will be sent in 1 message: guests with the same address share one"],
])("2.mail.5 %i tickets in %i messages: '%s'", (queued, messages, text) => {
  expect(SEND_COPY.willGet({ queued, messages } as SendResult)).toBe(text);
});
