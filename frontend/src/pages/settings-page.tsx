import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { QueryView } from "@/components/ui/states";
import { settingsQuery } from "@/features/settings/api";
import { SETTINGS_COPY } from "@/features/settings/copy";
import { SettingsForm } from "@/features/settings/settings-form";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

const MailCard = lazyComponent(async () => (await import("@/features/mail/mail-card")).MailCard);

/** /settings, for super admins only (contract 2.settings). */
export function SettingsPage() {
  const settings = useQuery(settingsQuery());
  return (
    <StaffFrame title={SETTINGS_COPY.title} width="narrow">
      {settings.data ? (
        <div className="flex flex-col gap-6">
          <SettingsForm settings={settings.data} />
          <MailCard />
        </div>
      ) : (
        <Card>
          <QueryView query={settings} loading={SETTINGS_COPY.loading} failed={SETTINGS_COPY.failed} isTall />
        </Card>
      )}
    </StaffFrame>
  );
}
