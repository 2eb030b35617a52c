import { CircleCheck, LogOut, type LucideIcon, TriangleAlert } from "lucide-react";
import { TITLE } from "@/features/door/copy";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { RECENT_COPY } from "@/features/door/ui/copy";

type Look = { Icon: LucideIcon; tone: "success" | "accent" | "warning"; colour: string; word: string };

const WARNING = { Icon: TriangleAlert, tone: "warning", colour: "text-warning" } as const;

export const SCAN_STATUS: Record<RecentScan["status"], Look> = {
  success: { Icon: CircleCheck, tone: "success", colour: "text-success", word: RECENT_COPY.success },
  left: { Icon: LogOut, tone: "accent", colour: "text-accent", word: RECENT_COPY.left },
  already_scanned: { ...WARNING, word: RECENT_COPY.alreadyScanned },
  not_inside: { ...WARNING, word: RECENT_COPY.notInside },
  already_left: { ...WARNING, word: RECENT_COPY.alreadyLeft },
  wrong_ticket_type: { ...WARNING, word: TITLE.wrong_ticket_type },
  not_entered: { ...WARNING, word: TITLE.not_entered },
  full: { ...WARNING, word: TITLE.full },
};
