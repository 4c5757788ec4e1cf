import type { ReactNode } from "react";
import { PageMark } from "@/components/layout/page-mark";
import { buttonClass } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
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

const CHEVRON =
	"list-none after:-mt-1 after:size-1.5 after:rotate-45 after:border-r-[1.5px] after:border-b-[1.5px] after:border-current [&::-webkit-details-marker]:hidden";
const MENU =
	"floating right-0 grid w-max p-1.5 text-sm [&_a]:flex [&_a]:min-h-8 [&_a]:items-center [&_a]:rounded-md [&_a]:px-2 [&_a:hover]:bg-sunken";

/** Rarely used actions. */
export function MoreActions({ children }: { children: ReactNode }) {
	return (
		<details data-menu="" className="more-actions relative">
			<summary className={classNames(buttonClass(), CHEVRON)}>More</summary>
			<div className={MENU}>{children}</div>
		</details>
	);
}
