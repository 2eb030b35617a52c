import { UNREAD_CODE } from "@/features/checkin/stage/copy";

/** What helps with a code that glare or a crack hides. The line stands empty before, so that it is read out when it comes. */
export function UnreadHint({ isShown }: { isShown: boolean }) {
  return (
    <p role="status" className="w-full">
      {isShown ? (
        <span className="block animate-fade rounded-md border bg-surface px-3 py-2 text-center font-medium text-text">
          {UNREAD_CODE}
        </span>
      ) : null}
    </p>
  );
}
