import { type ReactNode, useId } from "react";

/** A named region of a page. */
export function Section({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="grid content-start gap-3 border-t border-line pt-4">
			<div className="flex flex-wrap items-baseline justify-between gap-2">
				<h2 id={id} className="text-base font-semibold">
					{title}
				</h2>
				{aside}
			</div>
			{children}
		</section>
	);
}
