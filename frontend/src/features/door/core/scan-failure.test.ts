import { describe, expect, test } from "vitest";
import { apiErrorOf, networkError } from "@/api/api-error";
import { verdictOfFailure, verdictOfText } from "@/features/door/core/scan-failure";
import { verdictCopy } from "@/features/door/core/verdict";

const problem = (status: number, code: string, more: object = {}) =>
  apiErrorOf(status, "", JSON.stringify({ status, code, detail: "the server's sentence", ...more }));

describe("our own codes", () => {
  test.each([
    // 8.scan.5
    [400, "ticket_invalid", "Invalid QR Code", "Format not recognised"],
    // 8.scan.4
    [404, "ticket_unknown", "Invalid QR Code", "Not valid for this event"],
    [404, "ticket_other_event", "Invalid QR Code", "Not valid for this event"],
    [400, "validation_failed", "Invalid QR Code", "Format not recognised"],
    [413, "payload_too_large", "Invalid QR Code", "Format not recognised"],
    // 8.scan.7
    [503, "database_unavailable", "Temporary Issue", "the server's sentence"],
    [500, "internal_error", "Temporary Issue", "The server could not answer just now."],
    // 10.access.570
    [429, "too_many_records", "Temporary Issue", "the server's sentence"],
    // 8.scan.14
    [401, "not_signed_in", "Not checked in: sign in again", undefined],
    // 8.scan.8
    [403, "not_you", "Scan Failed", undefined],
    [403, "password_change_required", "Scan Failed", "Change your password before you scan."],
    [403, "second_factor_setup_required", "Scan Failed", "the server's sentence"],
  ])("%i %s is %s", (status, code, title, reason) => {
    const words = verdictCopy(verdictOfFailure(problem(status, code)));
    expect(words.title).toBe(title);
    if (reason) expect([words.reason, words.detail]).toContain(reason);
  });

  test("an unknown event is the picker's fault, not the ticket's", () => {
    const error = problem(400, "validation_failed", { errors: [{ field: "eventId", message: "unknown" }] });
    expect(verdictCopy(verdictOfFailure(error))).toEqual({
      title: "Scan Failed",
      reason: "Not checked in yet",
      detail: "This event was deleted. Choose another event.",
    });
  });

  test("4.scan.11 a ticket for another event names that event", () => {
    const ticketEvent = { id: 4, name: "Winter Gala", date: "2026-12-05" };
    const words = verdictCopy(verdictOfFailure(problem(404, "ticket_other_event", { ticketEvent })));
    expect(words.detail).toBe("This ticket is for Winter Gala, Sat 5 Dec 2026.");
  });

  test("8.scan.9 the code wins over what the text happens to say", () => {
    const error = problem(404, "ticket_unknown", { detail: "already checked in" });
    expect(verdictCopy(verdictOfFailure(error)).title).toBe("Invalid QR Code");
  });
});

test("an undecided scan says first that the guest is not in", () => {
  expect(verdictCopy(verdictOfFailure(problem(503, "database_unavailable"))).reason).toBe(
    "Not checked in yet",
  );
});

describe("8.scan.10 answers that are not ours, by their text", () => {
  test.each([
    // 8.scan.3
    ["409: Conflict", "Already Checked In"],
    ["418: This guest was already checked in", "Already Checked In"],
    // 8.scan.4
    ["404: ", "Invalid QR Code", "Not valid for this event"],
    ["410: Ticket not found", "Invalid QR Code", "Not valid for this event"],
    // 8.scan.5
    ["400: Bad Request", "Invalid QR Code", "Format not recognised"],
    ["422: Invalid payload", "Invalid QR Code", "Format not recognised"],
    // 8.scan.6
    ["0: Failed to fetch", "Connection Issue"],
    ["TypeError: NetworkError when attempting", "Connection Issue"],
    ["500: oops", "Temporary Issue"],
    ["504: Upstream server timed out", "Temporary Issue"],
    // 8.scan.8
    ["502: Bad Gateway", "Scan Failed", "Please try again"],
    ["418: teapot number 4040", "Scan Failed", "Please try again"],
    // The order decides where a text fits two.
    ["404: This guest was already checked in", "Already Checked In"],
    ["400: Ticket not found", "Invalid QR Code", "Not valid for this event"],
    ["502: Invalid network", "Invalid QR Code", "Format not recognised"],
    ["500: Network server down", "Connection Issue"],
  ])("%s is %s", (text, title, reason?: string) => {
    const words = verdictCopy(verdictOfText(text));
    expect(words.title).toBe(title);
    if (reason) expect([words.reason, words.detail]).toContain(reason);
  });

  test("4.scan.15, 8.scan.7 a 503 keeps the scan whoever sends it", () => {
    expect(verdictOfFailure(apiErrorOf(503, "Service Unavailable", "<html>"))).toMatchObject({
      kind: "unanswered",
      title: "Temporary Issue",
    });
  });

  test("8.scan.6 no answer at all is the connection's fault", () => {
    expect(verdictCopy(verdictOfFailure(networkError(new Error("offline")))).title).toBe("Connection Issue");
  });
});
