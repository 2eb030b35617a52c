import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { formatEventDate, parseTypedDate } from "@/lib/event-date";

/** The calendar and its date library are a chunk of their own; a day that is typed never needs them. */
const Calendar = lazy(async () => ({ default: (await import("@/components/ui/calendar")).Calendar }));

interface DateFieldProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  /** `YYYY-MM-DD`; or, while it is no day yet, the text as typed, which the form's rules then refuse. */
  value: string;
  onChange: (value: string) => void;
  /** Names the button that opens the calendar. */
  calendarLabel: string;
}

/** A day, typed or picked. Inside a `Field` the label belongs to the text. */
export function DateField({ value, onChange, onBlur, calendarLabel, ...rest }: DateFieldProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <div className="relative">
          <Input
            {...rest}
            autoComplete="off"
            className="pr-12 tabular-nums"
            value={typed ?? formatEventDate(value)}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(parseTypedDate(event.target.value) ?? event.target.value.trim());
            }}
            onBlur={(event) => {
              setTyped(null);
              onBlur?.(event);
            }}
          />
          <Popover.Trigger asChild>
            <IconButton
              label={calendarLabel}
              icon={<CalendarDays aria-hidden="true" />}
              className="absolute top-0 right-0 text-text-muted"
            />
          </Popover.Trigger>
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={calendarLabel}
          className="z-50 animate-fade rounded-md border bg-surface p-3 shadow-raised"
        >
          <Suspense
            fallback={
              <div className="grid size-80 place-items-center">
                <Spinner />
              </div>
            }
          >
            <Calendar
              value={value}
              onPick={(isoDate) => {
                onChange(isoDate);
                setOpen(false);
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
