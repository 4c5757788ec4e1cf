import type { ReactNode } from "react";

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
	return (
		<div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-control px-6 py-10 text-center">
			<p className="text-base font-medium">{title}</p>
			<div className="grid max-w-prose justify-items-center gap-3 text-sm text-muted">{children}</div>
		</div>
	);
}
