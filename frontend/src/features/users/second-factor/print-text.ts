/** Prints a text alone, without the page around it. */
export function printText(text: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  const inside = frame.contentWindow;
  if (!inside) return;
  const lines = inside.document.createElement("pre");
  lines.textContent = text;
  inside.document.body.append(lines);
  inside.addEventListener("afterprint", () => frame.remove());
  inside.print();
}
