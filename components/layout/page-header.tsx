import type { ReactNode } from "react";
import { InvisibleMark } from "../ui/name";

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
		<div className="page-header">
			<div className="heading">
				<div className="line">
					<h1 tabIndex={-1}>{title}</h1>
					<InvisibleMark text={title} />
				</div>
				{children ? <div className="about">{children}</div> : null}
			</div>
			{actions ? <div className="actions">{actions}</div> : null}
		</div>
	);
}
