import { Suspense } from "react";
import { Route, Routes, useLocation } from "react-router";
import { ErrorBoundary } from "@/app/error-boundary";
import { LOADING_PAGE, SignedInOnly, SignedOutOnly, SuperAdminOnly } from "@/app/guards";
import { lazyPage } from "@/components/ui/lazy-component";

/** One chunk per page, so that a door loads only the scanner. */
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
const PassPage = lazyPage(async () => (await import("@/pages/pass-page")).PassPage);
const ConflictsPage = lazyPage(async () => (await import("@/pages/conflicts-page")).ConflictsPage);
const DoorsPage = lazyPage(async () => (await import("@/pages/doors-page")).DoorsPage);
const BackupRestorePage = lazyPage(
  async () => (await import("@/pages/backup-restore-page")).BackupRestorePage,
);
const UserManagementPage = lazyPage(
  async () => (await import("@/pages/user-management-page")).UserManagementPage,
);
const AnalyticsPage = lazyPage(async () => (await import("@/pages/analytics-page")).AnalyticsPage);
const SettingsPage = lazyPage(async () => (await import("@/pages/settings-page")).SettingsPage);
const ActivityPage = lazyPage(async () => (await import("@/pages/activity-page")).ActivityPage);
const PrintDoorListPage = lazyPage(
  async () => (await import("@/pages/print-door-list-page")).PrintDoorListPage,
);
const PrintTicketsPage = lazyPage(async () => (await import("@/pages/print-tickets-page")).PrintTicketsPage);
const NotFoundPage = lazyPage(async () => (await import("@/pages/not-found-page")).NotFoundPage);

/** The guard is mounted while the code loads, so that a session that ends meanwhile leaves the page open. */
const AtTheDoor = () => (
  <Suspense fallback={LOADING_PAGE}>
    <ScanAttendeesPage />
  </Suspense>
);

/** The routes of contract 2. */
export function AppRoutes() {
  const { key } = useLocation();
  return (
    <ErrorBoundary resetKey={key}>
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
          <Route path="/conflicts" element={<ConflictsPage />} />
          <Route path="/doors" element={<DoorsPage />} />
          <Route path="/backup-restore" element={<BackupRestorePage />} />
          <Route path="/print-door-list" element={<PrintDoorListPage />} />
          <Route path="/print-tickets" element={<PrintTicketsPage />} />
          <Route element={<SuperAdminOnly />}>
            <Route path="/user-management" element={<UserManagementPage />} />
            <Route path="/analytics" element={<AnalyticsPage />} />
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/activity" element={<ActivityPage />} />
          </Route>
        </Route>
        <Route element={<SignedInOnly stays />}>
          <Route path="/scan-attendees" element={<AtTheDoor />} />
        </Route>
        <Route path="/pass" element={<PassPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </ErrorBoundary>
  );
}
