import { CalendarDays, QrCode, Users } from "lucide-react";
import { OrganisationMark } from "@/components/layout/organisation-mark";
import { BRAND_COPY } from "@/features/users/sign-in/copy";
import { DoorScene } from "@/features/users/sign-in/door-scene";
import { useSettings } from "@/hooks/use-settings";

const ICONS = [CalendarDays, Users, QrCode];

/** A night scene beside the form; on a phone only its text, beneath the form (contract 2). */
export function BrandPanel() {
  const { organisationName } = useSettings();
  return (
    <aside className="order-last flex flex-col px-6 pb-10 lg:order-first lg:bg-brand lg:p-0 lg:text-on-brand">
      <div className="hidden flex-1 flex-col overflow-hidden lg:flex">
        <div className="relative z-10 flex items-center gap-3 px-12 pt-12">
          <OrganisationMark product={BRAND_COPY.name} />
        </div>
        <div className="relative min-h-72 flex-1">
          <DoorScene
            hasBulbs={organisationName === null}
            className="absolute inset-0 size-full overflow-visible"
          />
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-sm flex-col gap-6 border-t pt-8 lg:m-0 lg:max-w-none lg:gap-8 lg:border-t-0 lg:bg-brand-deep lg:px-12 lg:pt-8 lg:pb-12">
        <p className="text-text-muted lg:max-w-lg lg:font-semibold lg:text-balance lg:text-on-brand lg:text-xl">
          {BRAND_COPY.sentence}
        </p>
        <ul className="flex flex-col gap-4">
          {BRAND_COPY.blurbs.map(({ title, text }, index) => {
            const Icon = ICONS[index] ?? CalendarDays;
            return (
              <li key={title} className="flex items-center gap-4">
                <span className="grid size-11 shrink-0 place-items-center rounded-md bg-accent-soft text-on-accent-soft lg:border lg:border-brand-line lg:bg-brand lg:text-brand-light">
                  <Icon className="size-5" />
                </span>
                <span className="flex flex-col">
                  <span className="font-medium">{title}</span>
                  <span className="text-sm text-text-muted lg:text-on-brand-muted">{text}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </aside>
  );
}
