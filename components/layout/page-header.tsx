import type { ReactNode } from "react";

type PageHeaderProps = {
	title: string;
	/** A sentence about the page. */
	children?: ReactNode;
	/** Its actions; the most important one last. */
	actions?: ReactNode;
};

/** The page's heading, with its actions in one line. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
	return (
		<div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
			<div className="grid min-w-0 gap-1">
				<div className="flex min-h-8 items-center">
					<h1 tabIndex={-1} className="text-2xl font-semibold outline-none max-sm:line-clamp-4">
						{title}
					</h1>
				</div>
				{children ? <div className="max-w-[44rem] text-pretty text-sm text-muted">{children}</div> : null}
			</div>
			{actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
		</div>
	);
}
