import { formatCount } from "@/lib/count";

export const DID_YOU_MEAN = "Did you mean";

const SAME = { fullName: "name", phone: "phone number", email: "email address" };

export const ALREADY_LISTED_COPY = {
  title: (fullName: string) => `${fullName} is already on this list`,
  /** 'Same name and phone number' */
  same: (fields: readonly (keyof typeof SAME)[]) =>
    `Same ${new Intl.ListFormat("en").format(fields.map((field) => SAME[field]))}`,
  more: (count: number) => `and ${formatCount(count)} more`,
  open: "Open",
} as const;
