const TYPES_NOTHING = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];

/** True if the element takes typed text. */
export function isTextField(element: EventTarget | null): boolean {
  if (element instanceof HTMLInputElement) return !TYPES_NOTHING.includes(element.type);
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)
  );
}
