import { expect, test } from "vitest";
import { previewDocument } from "@/features/mail/preview-document";

test("2.mail.11 each picture of the message is in the preview itself, and nothing is loaded", () => {
  const html = '<p>$& Dear</p><img src="cid:ticket-1" alt="a"><img src="cid:ticket-12" alt="b">';
  const shown = previewDocument(html);
  expect(shown).not.toContain("cid:");
  expect(shown.match(/src="data:image\/svg\+xml,[^"<>]+"/g)).toHaveLength(2);
  expect(shown).toContain("<p>$& Dear</p>");
});

test("2.mail.11 a message without a picture stays as it is", () => {
  expect(previewDocument("<p>Dear friends</p>")).toBe("<p>Dear friends</p>");
});
