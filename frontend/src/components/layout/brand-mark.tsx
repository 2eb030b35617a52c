/** The mark: a ticket with two notches and an open door in it. The favicon has the same drawing. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="5 2 30 36" aria-hidden="true" className={className}>
      <path
        className="fill-mark"
        d="M10 2h20a5 5 0 0 1 5 5v8.5a4.5 4.5 0 0 0 0 9V33a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5v-8.5a4.5 4.5 0 0 0 0-9V7a5 5 0 0 1 5-5Z"
      />
      <path className="fill-brand-light" d="M14 9.5h12V30H14z" />
      <path className="fill-on-brand" d="M14 9.5l7.5 3.2V33L14 30z" />
    </svg>
  );
}
