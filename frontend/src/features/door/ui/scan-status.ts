import { CircleCheck, LogOut, type LucideIcon, TriangleAlert } from "lucide-react";
import { SCANNER_COPY } from "@/features/door/copy";
import type { RecentScan } from "@/features/door/core/recent-scans";

type Look = { Icon: LucideIcon; tone: "success" | "accent" | "warning"; colour: string; word: string };

const WARNING = { Icon: TriangleAlert, tone: "warning", colour: "text-warning" } as const;

/** Sign and word of a recent scan. */
export const SCAN_STATUS: Record<RecentScan["status"], Look> = {
  success: { Icon: CircleCheck, tone: "success", colour: "text-success", word: SCANNER_COPY.success },
  left: { Icon: LogOut, tone: "accent", colour: "text-accent", word: SCANNER_COPY.left },
  already_scanned: { ...WARNING, word: SCANNER_COPY.alreadyScanned },
  not_inside: { ...WARNING, word: SCANNER_COPY.notInside },
  already_left: { ...WARNING, word: SCANNER_COPY.alreadyLeft },
};
