import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { Spinner } from "@/components/ui/spinner";
import { classes } from "@/lib/classes";

type Variant = "primary" | "secondary" | "danger" | "ghost" | "bare";
type Size = "md" | "tight" | "lg" | "icon";

const BASE =
  "inline-flex select-none items-center justify-center gap-2 rounded-md border font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-5 [&_svg]:shrink-0";

const VARIANTS: Record<Variant, string> = {
  primary:
    "border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover",
  secondary:
    "border-border bg-surface text-text enabled:hover:border-border-strong enabled:hover:bg-surface-muted [a&]:hover:border-border-strong [a&]:hover:bg-surface-muted",
  danger: "border-transparent bg-danger text-on-danger enabled:hover:bg-danger-hover",
  ghost:
    "border-transparent bg-transparent text-text enabled:hover:bg-surface-muted [a&]:hover:bg-surface-muted",
  // For a coloured surface.
  bare: "border-current",
};

/** 44 px fits a thumb; 56 px is for buttons pressed in the dark (Start, Stop). */
const SIZES: Record<Size, string> = {
  md: "min-h-11 px-4 py-2 text-base",
  // For two buttons side by side on a phone. A `px-2` from outside would lose against `px-4`, which comes later in the
  // stylesheet.
  tight: "min-h-11 px-2 py-2 text-base",
  lg: "min-h-14 px-6 py-3 text-lg",
  icon: "size-11 shrink-0 text-base",
};

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: Variant;
  size?: Size;
  /** The button is busy: disabled, with `pendingText`. */
  pending?: boolean;
  pendingText?: string;
}

type Look = Pick<ButtonProps, "variant" | "size" | "className">;

/** Classes of a button, for a link that looks like one. */
export const buttonLook = ({ variant = "primary", size = "md", className }: Look): string =>
  classes(BASE, VARIANTS[variant], SIZES[size], className);

export function Button({
  variant,
  size,
  pending = false,
  pendingText,
  type = "button",
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonLook({ variant, size, className })}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending ? (
        <>
          <Spinner />
          {pendingText ?? children}
        </>
      ) : (
        children
      )}
    </button>
  );
}

type ButtonLinkProps = LinkProps & Pick<ButtonProps, "variant" | "size">;

export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link className={buttonLook({ variant, size, className })} {...link} />;
}
