import type { ReactNode } from "react";

type TryItSectionProps = {
	/** Names the section within the page. */
	id: string;
	title: string;
	/** What happens here, in a sentence or two. */
	says: ReactNode;
	children: ReactNode;
};

/** One of the things that can be tried. All but the first have a line above. */
export function TryItSection({ id, title, says, children }: TryItSectionProps) {
	return (
		<section aria-labelledby={id} className="grid gap-3 border-line not-first-of-type:border-t not-first-of-type:pt-4">
			<div className="grid gap-1">
				<h3 id={id} className="font-semibold">
					{title}
				</h3>
				<div className="grid gap-1 text-muted">{says}</div>
			</div>
			{children}
		</section>
	);
}
