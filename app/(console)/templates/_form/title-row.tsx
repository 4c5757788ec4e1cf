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
		<div className="title-row relative -mt-2 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 lg:sticky lg:top-(--top-bar) lg:z-12 lg:-mx-6 lg:-mt-5 lg:h-12 lg:flex-nowrap lg:border-b lg:border-line lg:bg-canvas lg:px-6 lg:[&>:not(h1)]:flex-none print:static">
			<PageMark />
			<h1
				tabIndex={-1}
				title={title}
				className="overflow-hidden text-ellipsis text-2xl font-semibold outline-none lg:min-w-24 lg:flex-1 lg:whitespace-nowrap"
			>
				{title}
			</h1>
			<InvisibleMark text={title} />
			{children}
			<div className="ml-auto flex flex-none gap-1 lg:gap-2 print:hidden [&_summary]:border [&_summary]:border-control/60">
				{actions}
			</div>
		</div>
	);
}
