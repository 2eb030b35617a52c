import { render, screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, test, vi } from "vitest";
import { FormatFields } from "@/features/settings/format-fields";
import { valuesOf } from "@/features/settings/settings-values";
import { DEFAULT_SETTINGS } from "@/lib/settings";

function Fields({ savedCurrency, currency }: { savedCurrency: string; currency: string }) {
  const form = useForm({ defaultValues: { ...valuesOf(DEFAULT_SETTINGS), currency } });
  return <FormatFields form={form} savedCurrency={savedCurrency} />;
}

afterEach(() => vi.restoreAllMocks());

const WARNING = /Amounts are not converted/;

test.each([
  [
    "AUD",
    "JPY",
    "$45.00 (AUD) will read ¥4,500 (JPY). All look 100 times larger, because the currencies have different decimals.",
  ],
  [
    "JPY",
    "AUD",
    "¥4,500 (JPY) will read $45.00 (AUD). All look 100 times smaller, because the currencies have different decimals.",
  ],
  ["AUD", "USD", "$45.00 (AUD) will read $45.00 (USD)."],
  [
    "USD",
    "KWD",
    "$45.00 (USD) will read KWD 4.500. All look 10 times smaller, because the currencies have different decimals.",
  ],
])("2.settings.3, 1070 from %s to %s: %s", (savedCurrency, currency, result) => {
  render(<Fields savedCurrency={savedCurrency} currency={currency} />);
  expect(screen.getByText(WARNING)).toHaveTextContent(
    `Amounts are not converted: ${result} Check prices and amounts paid afterwards.`,
  );
});

test("2.settings.3 the saved currency has no warning", () => {
  render(<Fields savedCurrency="AUD" currency="AUD" />);
  expect(screen.queryByText(WARNING)).toBeNull();
});

test("2.settings.1113 a currency without a name in the browser shows its code once", () => {
  vi.spyOn(Intl.DisplayNames.prototype, "of").mockImplementation((code) => (code === "VED" ? code : "Euro"));
  render(<Fields savedCurrency="AUD" currency="AUD" />);
  expect(screen.getByText("VED")).toBeInTheDocument();
  expect(screen.getByText("EUR · Euro")).toBeInTheDocument();
});
