import type { Verdict } from "@/lib/dashboard/presentation/presentation-report";

/** The three verdicts as headings, each with the look of its state. */
export const VERDICTS = {
	verified: { title: "Verified", look: "border-success bg-success-soft", ink: "text-success" },
	incomplete: { title: "Verified but incomplete", look: "border-warning bg-warning-soft", ink: "text-warning" },
	rejected: { title: "Rejected", look: "border-danger bg-danger-soft", ink: "text-danger" },
} as const satisfies Record<Verdict, { title: string; look: string; ink: string }>;
