import "@/styles/ticket-page.css";
import { openTicketPage } from "@/features/tickets/guest-page/open-ticket-page";

/** The guest's ticket page: a separate entry, without any script of the staff's screens (decision 0036). */
openTicketPage();

const keepPage = () => navigator.serviceWorker.register("/ticket-worker.js", { scope: "/ticket" });
// Browsers refuse it without HTTPS; the page then needs a network.
if (import.meta.env.PROD && "serviceWorker" in navigator) keepPage().catch(() => {});
