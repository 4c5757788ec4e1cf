import type { ReactNode } from "react";

/** The page's heading, what it is about in a sentence, and what can be done with it. */
export function PageHeader({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
	return (
		<div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
			<div className="grid min-w-0 gap-1">
				<h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none max-sm:line-clamp-4">
					{title}
				</h1>
				{children ? <div className="max-w-prose text-sm text-muted">{children}</div> : null}
			</div>
			{actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
		</div>
	);
}
