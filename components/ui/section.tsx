import { type ReactNode, useId } from "react";

type SectionProps = {
	/** The target of links. */
	id?: string;
	title: string;
	aside?: ReactNode;
	children: ReactNode;
};

/** A named region of a page. */
export function Section({ id, title, children, aside }: SectionProps) {
	const headingId = useId();
	return (
		<section id={id} aria-labelledby={headingId} className="section">
			<div className="section-head">
				<h2 id={headingId}>{title}</h2>
				{aside}
			</div>
			{children}
		</section>
	);
}
