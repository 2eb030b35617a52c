import { type RefObject, useLayoutEffect } from "react";
import { coversKey, isFree, type Obstacle, type Place, placeToast } from "@/components/ui/toast-place";

const PRESSABLE = "a[href], button, input, select, textarea, summary, label:has(input), [role=button]";

/** Marks the screen's main text, which no toast may cover. */
const KEY = "[data-key-text]";

/** Returns the visible controls and key text; with a dialog open, only the dialog's. */
function obstacles(toasts: HTMLElement): Obstacle[] {
  const dialogs = document.querySelectorAll("[role=dialog]");
  const top = dialogs.item(dialogs.length - 1) ?? document.body;
  return [...top.querySelectorAll(`${PRESSABLE}, ${KEY}`)]
    .filter((element) => !toasts.contains(element))
    .map((element) => {
      const { left, right, top: begins, bottom } = element.getBoundingClientRect();
      return { left, right, top: begins, bottom, isKey: element.matches(KEY) };
    })
    .filter(
      ({ left, right, top: begins, bottom }) =>
        (right - left) * (bottom - begins) > 0 && bottom > 0 && begins < innerHeight,
    );
}

/** Keeps the toast clear of controls. A toast that covers nothing does not move. */
export function useToastPlace(list: RefObject<HTMLElement | null>, shownId: number | undefined): void {
  useLayoutEffect(() => {
    const toasts = list.current;
    if (!toasts || shownId === undefined) return;
    let now: Place | null = null;
    let frame = 0;
    function place() {
      frame = 0;
      if (!toasts || toasts.offsetHeight === 0) return;
      const size = { width: toasts.offsetWidth, height: toasts.offsetHeight };
      const view = { width: document.documentElement.clientWidth, height: innerHeight };
      const boxes = obstacles(toasts);
      const fits = now && now.left + size.width <= view.width && now.top + size.height <= view.height;
      if (now && fits && isFree(now, size, boxes)) return;
      const next = placeToast(size, view, boxes);
      // Over a scrolling list no place is free: the toast stays, and does not jump from row to row.
      if (now && fits && !isFree(next, size, boxes) && !coversKey(now, size, boxes)) return;
      now = next;
      Object.assign(toasts.style, {
        left: `${now.left}px`,
        top: `${now.top}px`,
        bottom: "auto",
        right: "auto",
      });
    }
    const placeSoon = () => {
      frame ||= requestAnimationFrame(place);
    };
    place();
    const resized = new ResizeObserver(placeSoon);
    resized.observe(toasts);
    // The page may change: another screen, new rows, a dialog.
    const changed = new MutationObserver(placeSoon);
    changed.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", placeSoon, { passive: true });
    window.addEventListener("resize", placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      changed.disconnect();
      window.removeEventListener("scroll", placeSoon);
      window.removeEventListener("resize", placeSoon);
    };
  }, [list, shownId]);
}
