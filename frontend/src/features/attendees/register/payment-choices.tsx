import { PAYMENT_CHOICES } from "@/features/attendees/rules";
import { classes } from "@/lib/classes";

interface PaymentChoicesProps {
  value: string;
  choices?: readonly string[];
  onChoose: (status: string) => void;
}

/** The usual payments, each of them one tap; any other is typed (contract 2). */
export function PaymentChoices({ value, choices = PAYMENT_CHOICES, onChoose }: PaymentChoicesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map((choice) => (
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
