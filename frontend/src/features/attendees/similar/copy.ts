import { formatCount } from "@/lib/count";

export const DID_YOU_MEAN = "Did you mean";

export const ALREADY_LISTED_COPY = {
  title: (fullName: string) => `${fullName} is already on this list`,
  same: { both: "Same name and phone number", fullName: "Same name", phone: "Same phone number" },
  more: (count: number) => `and ${formatCount(count)} more`,
  open: "Open",
  addAnyway: "Add anyway",
} as const;
