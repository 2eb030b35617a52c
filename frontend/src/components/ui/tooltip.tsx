import {
  type ComponentProps,
  cloneElement,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";

/** A tooltip opens after 700 ms; the next one within 300 ms opens at once (contract 9). */
const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;
const MARGIN_PX = 8;

/** Closes the open tooltip when another opens. */
let closeOpen: (() => void) | null = null;
let closedAt = Number.NEGATIVE_INFINITY;

interface TooltipProps {
  text: string;
  /** One button or link that can be hovered or focused. */
  children: ReactElement<ComponentProps<"button">>;
}

/** The child's own handler runs first. */
const both =
  <Event,>(theirs: ((event: Event) => void) | undefined, ours: (event: Event) => void) =>
  (event: Event) => {
    theirs?.(event);
    ours(event);
  };

/** A tooltip without a library: the smallest is a tenth of a first load. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLDivElement>(null);
  // Kept after it has fired, until the pointer leaves: a tooltip closed by Escape must not reopen under the pointer.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  const [isOpen, setOpen] = useState(false);

  function open() {
    closeOpen?.();
    setOpen(true);
  }
  function close() {
    clearTimeout(timer.current);
    timer.current = undefined;
    setOpen(false);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!isOpen) return;
    const hide = () => setOpen(false);
    const onKey = (keyEvent: KeyboardEvent) => {
      if (keyEvent.key !== "Escape") return;
      // This Escape closes the tooltip, not the dialog around it.
      keyEvent.stopPropagation();
      hide();
    };
    closeOpen = hide;
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("scroll", hide, true);
    return () => {
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("scroll", hide, true);
      if (closeOpen === hide) closeOpen = null;
      closedAt = performance.now();
    };
  }, [isOpen]);

  useLayoutEffect(() => {
    if (!isOpen || !anchor.current || !bubble.current) return;
    const around = anchor.current.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = bubble.current;
    const above = around.top - offsetHeight;
    const centred = around.left + (around.width - offsetWidth) / 2;
    const rightmost = document.documentElement.clientWidth - offsetWidth - MARGIN_PX;
    style.left = `${Math.max(MARGIN_PX, Math.min(centred, rightmost))}px`;
    style.top = `${above < MARGIN_PX ? around.bottom : above}px`;
  }, [isOpen]);

  const leave = ({ relatedTarget }: PointerEvent) => {
    isPressed.current = false;
    const isInside = (element: HTMLElement | null) =>
      relatedTarget instanceof Node && element?.contains(relatedTarget);
    if (!isInside(anchor.current) && !isInside(bubble.current)) close();
  };
  const { props } = children;
  // A menu around the tooltip has a ref on the button too, to give it the focus back.
  const hold = (button: HTMLButtonElement | null) => {
    anchor.current = button;
    if (typeof props.ref === "function") return props.ref(button);
    if (props.ref) props.ref.current = button;
  };
  return (
    <>
      {cloneElement(children, {
        ref: hold,
        "aria-describedby": isOpen ? id : undefined,
        onPointerMove: both(props.onPointerMove, ({ pointerType }: PointerEvent) => {
          if (pointerType === "touch" || isOpen || timer.current || isPressed.current) return;
          const isNeighbour = performance.now() - closedAt < SKIP_DELAY_MS;
          timer.current = setTimeout(open, isNeighbour ? 0 : OPEN_DELAY_MS);
        }),
        onPointerLeave: both(props.onPointerLeave, leave),
        onPointerDown: both(props.onPointerDown, () => {
          isPressed.current = true;
          close();
        }),
        onClick: both(props.onClick, close),
        onFocus: both(props.onFocus, () => {
          if (!isPressed.current) open();
        }),
        onBlur: both(props.onBlur, () => {
          isPressed.current = false;
          close();
        }),
      })}
      {isOpen
        ? createPortal(
            // The pointer may move onto the tooltip: its padding touches the button.
            <div ref={bubble} onPointerLeave={leave} className="fixed z-50 py-2 print:hidden">
              <div
                id={id}
                role="tooltip"
                className="max-w-72 animate-fade rounded-md bg-text px-3 py-2 font-medium text-canvas text-sm shadow-raised"
              >
                {text}
              </div>
            </div>,
            anchor.current?.closest('[role="dialog"]') ?? document.body,
          )
        : null}
    </>
  );
}
