import { type ReactNode, useId } from "react";

/** A named region of a page. */
export function Section({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
			<div className="flex flex-wrap items-baseline justify-between gap-2">
				<h2 id={id} className="text-lg font-semibold">
					{title}
				</h2>
				{aside}
			</div>
			{children}
		</section>
	);
}
