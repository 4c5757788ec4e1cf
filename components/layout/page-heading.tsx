import type { ReactNode } from "react";
import { InvisibleMark, NameText, ShowAll } from "../ui/name";

export type PageHeadingProps = {
	title: string;
	/** A sentence about the page. */
	children?: ReactNode;
	/** Its actions; the most important one last. */
	actions?: ReactNode;
};

/** The page's heading, which may be a name of others. */
export function Heading({ text }: { text: string }) {
	return (
		<>
			<h1 tabIndex={-1}>
				<bdi>
					<NameText text={text} />
				</bdi>
			</h1>
			<ShowAll of={text} />
			<InvisibleMark text={text} />
		</>
	);
}

/** The heading alone, for one that is rendered in the browser too. */
export function PageHeading({ title, children, actions }: PageHeadingProps) {
	return (
		<div className="page-header">
			<div className="heading">
				<div className="line">
					<Heading text={title} />
				</div>
				{children ? <div className="about">{children}</div> : null}
			</div>
			{actions ? <div className="actions">{actions}</div> : null}
		</div>
	);
}
