import { Suspense } from "react";
import { Route, Routes, useLocation } from "react-router";
import { ErrorBoundary } from "@/app/error-boundary";
import { SignedInOnly, SignedOutOnly, SuperAdminOnly } from "@/app/guards";
import { lazyPage } from "@/components/ui/lazy-part";
import { LoadingState } from "@/components/ui/states";

/** One chunk per page: a phone at the door loads the scanner first. The others follow in this order, while it is idle. */
const HomePage = lazyPage(async () => (await import("@/pages/home-page")).HomePage);
const AuthPage = lazyPage(async () => (await import("@/pages/auth-page")).AuthPage);
const CreateEventPage = lazyPage(async () => (await import("@/pages/create-event-page")).CreateEventPage);
const EditEventPage = lazyPage(async () => (await import("@/pages/edit-event-page")).EditEventPage);
const AddAttendeePage = lazyPage(async () => (await import("@/pages/add-attendee-page")).AddAttendeePage);
const ManageAttendeesPage = lazyPage(
  async () => (await import("@/pages/manage-attendees-page")).ManageAttendeesPage,
);
const AttendeeDetailsPage = lazyPage(
  async () => (await import("@/pages/attendee-details-page")).AttendeeDetailsPage,
);
const AttendeeSuccessPage = lazyPage(
  async () => (await import("@/pages/attendee-success-page")).AttendeeSuccessPage,
);
const QrReviewPage = lazyPage(async () => (await import("@/pages/qr-review-page")).QrReviewPage);
const ScanAttendeesPage = lazyPage(
  async () => (await import("@/pages/scan-attendees-page")).ScanAttendeesPage,
);
const BackupRestorePage = lazyPage(
  async () => (await import("@/pages/backup-restore-page")).BackupRestorePage,
);
const UserManagementPage = lazyPage(
  async () => (await import("@/pages/user-management-page")).UserManagementPage,
);
const AnalyticsPage = lazyPage(async () => (await import("@/pages/analytics-page")).AnalyticsPage);
const PrintDoorListPage = lazyPage(
  async () => (await import("@/pages/print-door-list-page")).PrintDoorListPage,
);
const PrintTicketsPage = lazyPage(async () => (await import("@/pages/print-tickets-page")).PrintTicketsPage);
const NotFoundPage = lazyPage(async () => (await import("@/pages/not-found-page")).NotFoundPage);

/** Contract 2, the table of routes. */
export function AppRoutes() {
  const { key } = useLocation();
  return (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback={<LoadingState text="Loading..." className="min-h-dvh" />}>
        <Routes>
          <Route element={<SignedOutOnly />}>
            <Route path="/auth" element={<AuthPage />} />
          </Route>
          <Route element={<SignedInOnly />}>
            <Route path="/" element={<HomePage />} />
            <Route path="/create-event" element={<CreateEventPage />} />
            <Route path="/edit-event/:id" element={<EditEventPage />} />
            <Route path="/add-attendee" element={<AddAttendeePage />} />
            <Route path="/manage-attendees" element={<ManageAttendeesPage />} />
            <Route path="/attendee-details/:id" element={<AttendeeDetailsPage />} />
            <Route path="/attendee-success/:id" element={<AttendeeSuccessPage />} />
            <Route path="/qr-review/:id" element={<QrReviewPage />} />
            <Route path="/backup-restore" element={<BackupRestorePage />} />
            <Route path="/print-door-list" element={<PrintDoorListPage />} />
            <Route path="/print-tickets" element={<PrintTicketsPage />} />
            <Route element={<SuperAdminOnly />}>
              <Route path="/user-management" element={<UserManagementPage />} />
              <Route path="/analytics" element={<AnalyticsPage />} />
            </Route>
          </Route>
          <Route element={<SignedInOnly stays />}>
            <Route path="/scan-attendees" element={<ScanAttendeesPage />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
