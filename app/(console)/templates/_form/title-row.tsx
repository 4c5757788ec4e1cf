import type { ReactNode } from "react";
import { PageMark } from "@/components/layout/page-mark";
import { InvisibleMark } from "@/components/ui/name";

type TitleRowProps = {
	title: string;
	/** Beside the title. */
	children?: ReactNode;
	actions?: ReactNode;
};

/** The heading of a page with the template form, and its actions: one line that stays in view. */
export function TitleRow({ title, children, actions }: TitleRowProps) {
	return (
		<div className="title-row">
			<PageMark />
			<h1 tabIndex={-1} title={title}>
				{title}
			</h1>
			<InvisibleMark text={title} />
			{children}
			<div className="actions">{actions}</div>
		</div>
	);
}

/** Rarely used actions. */
export function MoreActions({ children }: { children: ReactNode }) {
	return (
		<details data-menu="" className="more-actions">
			<summary>More</summary>
			<div className="floating">{children}</div>
		</details>
	);
}
