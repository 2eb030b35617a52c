import { Link } from "react-router";
import type { Part } from "@/features/activity/field-changes";

interface SentenceProps {
  parts: readonly Part[];
  /** Called when a link is followed. */
  onOpen?: () => void;
}

/** An entry as a sentence: names are emphasised, and link to their page if it exists. */
export function Sentence({ parts, onOpen }: SentenceProps) {
  return (
    <span className="wrap-anywhere">
      {parts.map((part, place) => {
        if (typeof part === "string") return part;
        const { name, to } = part;
        return to ? (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
            key={place}
            to={to}
            state={{ fromActivity: true }}
            onClick={onOpen}
            className="rounded-sm font-medium underline decoration-border-strong underline-offset-4 hover:decoration-current"
            dir="auto"
          >
            {name}
          </Link>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <bdi key={place} className="font-medium">
            {name}
          </bdi>
        );
      })}
    </span>
  );
}
