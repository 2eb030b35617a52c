import { qrPath } from "@/lib/qr";

/** No ticket: a scan of it is refused. */
const CODE = "This is a preview";

/** The message's HTML with a code in place of the picture that a message has beside its text. */
export function previewDocument(html: string): string {
  const { path, across: size } = qrPath(CODE);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return html.replaceAll(/cid:ticket-\d+/g, () => `data:image/svg+xml,${encodeURIComponent(picture)}`);
}
