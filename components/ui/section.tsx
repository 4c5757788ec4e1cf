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
		<section id={id} aria-labelledby={headingId} className="grid content-start gap-3 border-t border-line pt-4">
			<div className="flex flex-wrap items-baseline justify-between gap-2">
				<h2 id={headingId} className="text-base font-semibold">
					{title}
				</h2>
				{aside}
			</div>
			{children}
		</section>
	);
}
