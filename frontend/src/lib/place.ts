/** `The Grand Hall, 1 High Street, Melbourne` on one line; null for an event without a place. */
export const placeOf = ({
  venue,
  address,
}: {
  venue?: string | null | undefined;
  address?: string | null | undefined;
}): string | null => {
  const lines = (address ?? "").split("\n").map((line) => line.trim().replace(/,+$/, ""));
  return [venue, ...lines].filter(Boolean).join(", ") || null;
};
