/** The texts of our own tickets. An older tool's may be short enough to guess, so they open no page. */
const OUR_FORM = /^DL1\.[1-9]\d{0,18}\.[0-9A-HJKMNP-TV-Z]{26}$/;

/** The link to a guest's own ticket, or null where this ticket opens no page. */
export function ticketLink(pageUrl: string | null, qrCodeData: string): string | null {
  return pageUrl && OUR_FORM.test(qrCodeData) ? `${pageUrl}#${encodeURIComponent(qrCodeData)}` : null;
}

/** Returns the ticket in a link's fragment, or null if it is cut off or not ours. */
export function ticketOfFragment(fragment: string): string | null {
  let text: string;
  try {
    text = decodeURIComponent(fragment.replace(/^#/, "")).trim().toUpperCase();
  } catch {
    return null;
  }
  return OUR_FORM.test(text) ? text : null;
}
