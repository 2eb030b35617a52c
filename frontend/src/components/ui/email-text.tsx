import { Fragment } from "react";

/** A text with an email address, which wraps after its '@' or a dot before it breaks inside a word. */
export function EmailText({ text }: { text: string }) {
  const parts = text.match(/[^@.]*[@.]|[^@.]+/g) ?? [];
  return (
    <span className="wrap-anywhere">
      {parts.map((part, index) => (
        <Fragment key={parts.slice(0, index + 1).join("")}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
