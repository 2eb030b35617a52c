import { Link, type LinkProps } from "react-router";
import { classes } from "@/lib/classes";

/** A link within text or figures, underlined so that it does not compete with buttons. */
export const TextLink = ({ className, ...link }: LinkProps & { className?: string }) => (
  <Link
    className={classes(
      "rounded-sm underline decoration-current/40 underline-offset-4 hover:decoration-current",
      className,
    )}
    {...link}
  />
);
