import { useQuery } from "@tanstack/react-query";
import { AnalyticsDashboard } from "@/features/analytics/analytics-dashboard";
import { ANALYTICS_COPY } from "@/features/analytics/copy";
import { eventListQuery } from "@/features/events/api";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

/** /analytics, for super admins only (contract 2). If the events cannot be loaded, only their picker is empty. */
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
