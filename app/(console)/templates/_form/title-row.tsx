import type { ReactNode } from "react";
import { PageMark } from "@/components/layout/page-mark";
import { InvisibleMark } from "@/components/ui/name";

type TitleRowProps = {
	title: string;
	/** Beside the title. */
	children?: ReactNode;
	actions?: ReactNode;
};

/**
 * The heading of a page with the template form, and its actions: where the window is large enough, one line that stays in
 * view, in which a longer or shorter name moves nothing.
 */
export function TitleRow({ title, children, actions }: TitleRowProps) {
	return (
		<div className="title-row print:static">
			<PageMark />
			<h1 tabIndex={-1} title={title} className="text-2xl font-semibold outline-none">
				{title}
			</h1>
			<InvisibleMark text={title} />
			{children}
			<div className="ml-auto flex gap-2 print:hidden">{actions}</div>
		</div>
	);
}
