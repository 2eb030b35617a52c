import { CalendarDays, QrCode, Users } from "lucide-react";
import { BrandMark } from "@/components/layout/brand-mark";
import { BRAND_COPY } from "@/features/users/copy";
import { DoorScene } from "@/features/users/door-scene";

const ICONS = [CalendarDays, Users, QrCode];

/** On a large screen a night scene beside the form; on a phone its words alone, beneath the form (contract 2). */
export function BrandPanel() {
  return (
    <aside className="relative order-last flex flex-col gap-10 overflow-hidden px-6 pb-10 lg:order-first lg:bg-brand lg:p-12 lg:text-on-brand xl:p-16">
      <DoorScene className="absolute inset-0 hidden size-full lg:block" />
      <div className="relative hidden items-center gap-3 lg:flex">
        <BrandMark className="size-11" />
        <span className="font-semibold text-xl">{BRAND_COPY.name}</span>
      </div>
      <div className="relative mx-auto flex w-full max-w-sm flex-col gap-6 border-t pt-8 lg:m-0 lg:mt-auto lg:max-w-md lg:gap-10 lg:border-t-0 lg:pt-0">
        <p className="text-text-muted lg:font-semibold lg:text-2xl lg:text-on-brand lg:text-balance">
          {BRAND_COPY.sentence}
        </p>
        <ul className="flex flex-col gap-4 lg:gap-5">
          {BRAND_COPY.blurbs.map(({ title, text }, index) => {
            const Icon = ICONS[index] ?? CalendarDays;
            return (
              <li key={title} className="flex items-center gap-4">
                <span className="grid size-11 shrink-0 place-items-center rounded-md bg-accent-soft text-on-accent-soft lg:border lg:border-brand-line lg:bg-brand-deep lg:text-brand-light">
                  <Icon aria-hidden="true" className="size-5" />
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
