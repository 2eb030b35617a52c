import { REGISTER_COPY } from "@/features/attendees/copy";
import { MORE_PAYMENTS } from "@/features/attendees/register/copy";
import { classes } from "@/lib/classes";

const CHOICES = [...REGISTER_COPY.paymentHint.split(", "), ...MORE_PAYMENTS];

interface PaymentChoicesProps {
  value: string;
  onChoose: (status: string) => void;
}

/** The words of the hint and 'unpaid', each of them one tap; any other is typed (contract 2). */
export function PaymentChoices({ value, onChoose }: PaymentChoicesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {CHOICES.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={value === choice}
          onClick={() => onChoose(choice)}
          className={classes(
            "min-h-11 rounded-md border px-3 text-sm max-sm:px-2 transition-colors",
            value === choice
              ? "border-accent bg-accent-soft text-on-accent-soft"
              : "hover:border-border-strong",
          )}
        >
          {choice}
        </button>
      ))}
    </div>
  );
}
