import { BrandMark } from "@/components/layout/brand-mark";
import { useSettings } from "@/hooks/use-settings";

/** The organisation's logo and name; the product's where none is set. A logo is on paper, because its colours are unknown. */
export function OrganisationMark({ product }: { product: string }) {
  const { organisationName, logoUrl } = useSettings();
  return (
    <>
      {logoUrl ? (
        <img
          src={logoUrl}
          alt={organisationName ? "" : product}
          className="h-12 max-w-40 shrink-0 rounded-md border bg-paper object-contain p-1.5"
        />
      ) : (
        <BrandMark className="h-10 w-auto shrink-0" />
      )}
      {organisationName || !logoUrl ? (
        <span className="wrap-anywhere min-w-0 font-semibold text-xl" dir="auto">
          {organisationName ?? product}
        </span>
      ) : null}
    </>
  );
}
