import type { ReactNode } from "react";

/** What is there for those who want to know. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<details className="border-t border-line pt-2">
			<summary className="py-0.5 font-semibold">{title}</summary>
			<div className="mt-2 grid gap-2">{children}</div>
		</details>
	);
}
