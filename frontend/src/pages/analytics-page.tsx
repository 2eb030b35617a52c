import { useQuery } from "@tanstack/react-query";
import { AnalyticsDashboard } from "@/features/analytics/analytics-dashboard";
import { ANALYTICS_COPY } from "@/features/analytics/copy";
import { eventListQuery } from "@/features/events/api";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

/** contract 2: /analytics. The guard lets super admins in only. Without the events only their picker is short. */
export function AnalyticsPage() {
  const events = useQuery(eventListQuery());
  return (
    <StaffFrame title={ANALYTICS_COPY.title}>
      <AnalyticsDashboard
        events={events.data ?? (events.isError ? null : undefined)}
        onRetry={() => events.refetch()}
      />
    </StaffFrame>
  );
}
