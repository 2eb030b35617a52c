import "@/styles/app.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app";
import { preloadComponents } from "@/components/ui/lazy-component";
import { showCarriedToast } from "@/components/ui/toast-store";
import { untilIdle } from "@/lib/idle";

/** The page's own requests come first. */
const REST_MS = 1000;

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

showCarriedToast();
// A transition is rendered in short tasks.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

// Preload before the network can be lost.
const whenItStands = () => setTimeout(() => void preloadComponents(untilIdle), REST_MS);
if (document.readyState === "complete") whenItStands();
else window.addEventListener("load", whenItStands);
