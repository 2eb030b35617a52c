/** Elements that the browser's own style sheet never shows. */
const NEVER_SHOWN = new Set(["HEAD", "LINK", "META", "SCRIPT", "STYLE", "TEMPLATE", "TITLE"]);

/** Inherited from the nearest ancestor that sets it, and the value where none does. */
const INHERITED = { visibility: "visible", pointerEvents: "auto" };

const isInherited = (name: string): name is keyof typeof INHERITED => name in INHERITED;

function displayOf(element: HTMLElement): string {
  if (element.style?.display) return element.style.display;
  if (element.hidden || NEVER_SHOWN.has(element.tagName)) return "none";
  return element.tagName === "DIALOG" && !element.hasAttribute("open") ? "none" : "block";
}

function inheritedValue(element: HTMLElement, name: keyof typeof INHERITED): string {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.style?.[name]) return at.style[name];
  }
  return INHERITED[name];
}

/**
 * Answers `display`, `visibility` and `pointer-events` of a computed style from attributes and inline styles, the only
 * ones in these tests. Queries by role and clicks ask for them of every element and its ancestors, and jsdom matches
 * its whole style sheet each time: a third of the processor time of all tests. Other properties are jsdom's.
 */
export function answerStylesFast(): void {
  const whole = window.getComputedStyle.bind(window);
  window.getComputedStyle = (target, pseudo) => {
    const element = target as HTMLElement;
    let style: CSSStyleDeclaration | undefined;
    const read = (name: string): unknown => {
      if (name === "display") return displayOf(element);
      if (isInherited(name)) return inheritedValue(element, name);
      style ??= whole(element, pseudo);
      const value: unknown = Reflect.get(style, name);
      return typeof value === "function" ? value.bind(style) : value;
    };
    const getPropertyValue = (name: string) =>
      name === "pointer-events" || name === "visibility" || name === "display"
        ? read(name === "pointer-events" ? "pointerEvents" : name)
        : whole(element, pseudo).getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => (name === "getPropertyValue" ? getPropertyValue : read(String(name))),
    });
  };
}
