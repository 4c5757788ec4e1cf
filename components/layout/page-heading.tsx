import type { ReactNode } from "react";

export type PageHeadingProps = {
	title: string;
	/** A sentence about the page. */
	children?: ReactNode;
	/** Its actions; the most important one last. */
	actions?: ReactNode;
};

/** The heading alone, for one that is rendered in the browser too. */
export function PageHeading({ title, children, actions }: PageHeadingProps) {
	return (
		<div className="page-header">
			<div className="heading">
				<div className="line">
					<h1 tabIndex={-1}>{title}</h1>
				</div>
				{children ? <div className="about">{children}</div> : null}
			</div>
			{actions ? <div className="actions">{actions}</div> : null}
		</div>
	);
}
