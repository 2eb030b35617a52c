import type { Fullness } from "@/lib/capacity";

/** Colours of the card: tonight's as on the sign-in screen, others as on any card. */
export interface EveningTone {
  card: string;
  badge: string;
  muted: string;
  owed: string;
  track: string;
  bar: string;
}

export const EVENING_TONES = {
  night: {
    card: "border-brand-line bg-linear-to-br from-brand to-brand-deep text-on-brand",
    badge: "bg-brand-light text-brand-deep",
    muted: "text-on-brand-muted",
    owed: "text-brand-light",
    track: "bg-brand-line",
    bar: "bg-on-brand",
  },
  plain: {
    card: "",
    badge: "bg-accent-soft text-on-accent-soft",
    muted: "text-text-muted",
    owed: "text-on-warning-soft",
    track: "bg-neutral-soft",
    bar: "bg-accent",
  },
} satisfies Record<string, EveningTone>;

/** The label and the bar of an event that fills up, and the frame of its number: an outline, so that nothing moves. */
export const FULLNESS_TONES: Record<Fullness, { badge: string; bar: string; frame: string }> = {
  roomy: { badge: "", bar: "", frame: "" },
  nearly: {
    badge: "bg-warning text-on-warning",
    bar: "bg-warning",
    frame: "rounded-md outline-4 outline-warning outline-offset-4",
  },
  full: {
    badge: "bg-verdict-refused text-on-verdict-refused",
    bar: "bg-verdict-refused",
    frame: "rounded-md outline-4 outline-verdict-refused outline-offset-4",
  },
};
