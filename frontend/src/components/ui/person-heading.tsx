import { classes } from "@/lib/classes";

/** A longer name would fill a phone's screen at the size of a heading. */
const LONG_NAME = 40;

export const isLongName = (fullName: string): boolean => fullName.length > LONG_NAME;

/** A person's full name as a heading, in any script and of any length. */
export function PersonHeading({ fullName }: { fullName: string }) {
  return (
    <h2
      className={classes("wrap-anywhere font-semibold", isLongName(fullName) ? "text-base" : "text-xl")}
      dir="auto"
    >
      {fullName}
    </h2>
  );
}
