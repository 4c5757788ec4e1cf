import type { ReactNode } from "react";

type TitleRowProps = {
	title: string;
	/** Beside the title. */
	children?: ReactNode;
	actions?: ReactNode;
};

/** The heading of a page with the template form and what can be done with it: in one line that stays in sight. */
export function TitleRow({ title, children, actions }: TitleRowProps) {
	return (
		<div className="title-row">
			<h1 tabIndex={-1} title={title}>
				{title}
			</h1>
			{children}
			<div className="actions">{actions}</div>
		</div>
	);
}

/** What is rarely done. */
export function MoreActions({ children }: { children: ReactNode }) {
	return (
		<details data-menu="" className="more-actions">
			<summary>More</summary>
			<div className="floating">{children}</div>
		</details>
	);
}
