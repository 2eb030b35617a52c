import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { SignedInOnly, SignedOutOnly, SuperAdminOnly } from "@/app/guards";
import { LoadingState } from "@/components/ui/states";

/** One chunk per page: a phone at the door loads the scanner, not the office. */
const AuthPage = lazy(async () => ({ default: (await import("@/pages/auth-page")).AuthPage }));
const HomePage = lazy(async () => ({ default: (await import("@/pages/home-page")).HomePage }));
const CreateEventPage = lazy(async () => ({
  default: (await import("@/pages/create-event-page")).CreateEventPage,
}));
const EditEventPage = lazy(async () => ({
  default: (await import("@/pages/edit-event-page")).EditEventPage,
}));
const AddAttendeePage = lazy(async () => ({
  default: (await import("@/pages/add-attendee-page")).AddAttendeePage,
}));
const ManageAttendeesPage = lazy(async () => ({
  default: (await import("@/pages/manage-attendees-page")).ManageAttendeesPage,
}));
const AttendeeDetailsPage = lazy(async () => ({
  default: (await import("@/pages/attendee-details-page")).AttendeeDetailsPage,
}));
const AttendeeSuccessPage = lazy(async () => ({
  default: (await import("@/pages/attendee-success-page")).AttendeeSuccessPage,
}));
const QrReviewPage = lazy(async () => ({ default: (await import("@/pages/qr-review-page")).QrReviewPage }));
const ScanAttendeesPage = lazy(async () => ({
  default: (await import("@/pages/scan-attendees-page")).ScanAttendeesPage,
}));
const BackupRestorePage = lazy(async () => ({
  default: (await import("@/pages/backup-restore-page")).BackupRestorePage,
}));
const UserManagementPage = lazy(async () => ({
  default: (await import("@/pages/user-management-page")).UserManagementPage,
}));
const AnalyticsPage = lazy(async () => ({
  default: (await import("@/pages/analytics-page")).AnalyticsPage,
}));
const PrintDoorListPage = lazy(async () => ({
  default: (await import("@/pages/print-door-list-page")).PrintDoorListPage,
}));
const PrintTicketsPage = lazy(async () => ({
  default: (await import("@/pages/print-tickets-page")).PrintTicketsPage,
}));
const NotFoundPage = lazy(async () => ({ default: (await import("@/pages/not-found-page")).NotFoundPage }));

/** Contract 2, the table of routes. */
export function AppRoutes() {
  return (
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
  );
}
