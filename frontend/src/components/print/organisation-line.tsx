import { useSettings } from "@/hooks/use-settings";
import { brandColours } from "@/lib/accent";

/** The organisation's name, logo and colour above a print; nothing where none is set. */
export function OrganisationLine() {
  const { organisationName, logoUrl, accentColor } = useSettings();
  if (!organisationName && !logoUrl && !accentColor) return null;
  return (
    <div
      style={accentColor ? { borderColor: brandColours(accentColor).brand } : undefined}
      className="mb-1 flex items-center gap-2 border-ink-line border-b-2 pb-0.5"
    >
      {logoUrl ? <img src={logoUrl} alt="" className="h-5 max-w-20 object-contain" /> : null}
      {organisationName ? (
        <span className="truncate font-medium text-print-sm" dir="auto">
          {organisationName}
        </span>
      ) : null}
    </div>
  );
}
