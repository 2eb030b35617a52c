import { Link, type LinkProps } from "react-router";
import { Button, type ButtonProps } from "@/components/ui/button";

type ButtonLinkProps = LinkProps & Pick<ButtonProps, "variant" | "size">;

export function ButtonLink({ variant = "primary", size = "md", ...link }: ButtonLinkProps) {
  return (
    <Button asChild variant={variant} size={size}>
      <Link {...link} />
    </Button>
  );
}
