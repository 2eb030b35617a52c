/** Texts of our tickets. Another tool's may be short enough to guess, so they get no page. */
const OUR_FORM = /^DL1\.[1-9]\d{0,18}\.[0-9A-HJKMNP-TV-Z]{26}$/;

/** Returns the link to the guest's ticket page, or null without one. */
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
