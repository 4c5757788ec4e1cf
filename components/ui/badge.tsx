import type { ReactNode } from "react";
import { classNames } from "./class-names";

const tones = {
	neutral: "bg-sunken text-muted",
	accent: "bg-accent-soft text-accent",
	warning: "bg-warning-soft text-warning",
	success: "bg-success-soft text-success",
	danger: "bg-danger-soft text-danger",
};

export function Badge({ tone = "neutral", children }: { tone?: keyof typeof tones; children: ReactNode }) {
	return (
		<span
			className={classNames(
				"badge inline-block shrink-0 whitespace-nowrap rounded px-1.5 py-0.5 text-xs font-medium",
				tones[tone],
			)}
		>
			{children}
		</span>
	);
}
