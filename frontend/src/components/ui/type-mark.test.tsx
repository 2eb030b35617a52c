import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { TypeMark } from "@/components/ui/type-mark";

test("2.ticket-type.3 the colour stands beside the name and says nothing by itself", () => {
  const { container } = render(<TypeMark type={{ name: "VIP", color: "gold" }} />);
  expect(container).toHaveTextContent(/^VIP$/);
  const [mark] = container.querySelectorAll<HTMLElement>("[aria-hidden]");
  expect(mark?.style.background).toBe("var(--type-gold)");
});
