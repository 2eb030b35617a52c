import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { coversKey, isFree, type Obstacle, type Place, placeToast } from "@/components/ui/toast-place";
import { dismissToast, onToastChange, shownToast } from "@/components/ui/toast-store";
import { Tooltip } from "@/components/ui/tooltip";
import { classes } from "@/lib/classes";

/** A swipe of 50 px to the right dismisses it (contract 9). Radix requires more than its threshold. */
const SWIPE_PX = 50;
const SWIPE_THRESHOLD_PX = SWIPE_PX - 0.1;

const LOOK = {
  default: "bg-surface text-text",
  destructive: "border-transparent bg-danger text-on-danger",
};

export function Toasts() {
  const current = useSyncExternalStore(onToastChange, shownToast);
  const list = useRef<HTMLOListElement>(null);
  useToastPlace(list, current?.id);
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX} label="Message">
      {current ? (
        <Radix.Root
          key={current.id}
          duration={current.duration}
          onOpenChange={(open) => {
            if (!open) dismissToast(current.id);
          }}
          className={classes(
            "pointer-events-auto flex animate-rise items-start gap-3 rounded-md border p-4 max-md:px-3 max-md:py-1 shadow-raised data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-slide-out",
            LOOK[current.variant ?? "default"],
          )}
        >
          {/* On a phone it is as low as its words allow: there is little room beside what can be pressed. */}
          <div className="flex min-w-0 flex-1 flex-col gap-1 py-1 max-md:flex-row max-md:flex-wrap max-md:gap-x-2 max-md:gap-y-0 max-md:py-2.5">
            <Radix.Title className="wrap-anywhere font-semibold max-md:leading-6">
              {current.title}
            </Radix.Title>
            {current.description ? (
              <Radix.Description className="wrap-anywhere text-sm max-md:leading-6">
                {current.description}
              </Radix.Description>
            ) : null}
            {current.reason ? (
              <p className="wrap-anywhere text-sm max-md:leading-6">{current.reason}</p>
            ) : null}
            {current.link ? (
              <Radix.Action asChild altText={current.link.text}>
                <a
                  href={current.link.to}
                  className="inline-flex min-h-11 items-center self-start font-medium text-sm underline"
                >
                  {current.link.text}
                </a>
              </Radix.Action>
            ) : null}
          </div>
          {current.action ? (
            <Radix.Action asChild altText={current.action.text}>
              <button
                type="button"
                onClick={current.action.run}
                className="min-h-11 shrink-0 rounded-md border px-4 font-medium text-sm hover:bg-surface-muted md:-my-2"
              >
                {current.action.text}
              </button>
            </Radix.Action>
          ) : null}
          <Tooltip text="Close">
            <Radix.Close
              aria-label="Close"
              className="md:-m-2 max-md:-mr-2 grid size-11 shrink-0 place-items-center rounded-md opacity-80 hover:opacity-100"
            >
              <X className="size-5" />
            </Radix.Close>
          </Tooltip>
        </Radix.Root>
      ) : null}
      {/* Each toast is announced by Radix. `aria-live` here keeps an open dialog from hiding the stack as it does the page. */}
      <Radix.Viewport
        label="Messages ({hotkey})"
        ref={list}
        aria-live="off"
        className="fixed right-4 bottom-4 z-50 flex w-[calc(100%-2rem)] flex-col outline-none md:max-w-toast print:hidden"
      />
    </Radix.Provider>
  );
}

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
function useToastPlace(list: RefObject<HTMLElement | null>, shownId: number | undefined): void {
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
