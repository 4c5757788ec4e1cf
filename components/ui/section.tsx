import { type ReactNode, useId } from "react";

type SectionProps = {
	/** The target of links. */
	id?: string;
	title: string;
	aside?: ReactNode;
	children: ReactNode;
};

/** A named region of a page. */
export function Section({ title, children, aside, ...rest }: SectionProps) {
	const headingId = useId();
	return (
		<section {...rest} aria-labelledby={headingId} className="section">
			<div className="section-head">
				<h2 id={headingId}>{title}</h2>
				{aside}
			</div>
			{children}
		</section>
	);
}
