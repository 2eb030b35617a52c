import "@/styles/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { showCarriedToast } from "@/components/ui/toast-store";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

showCarriedToast();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
