import type { ReactNode } from "react";

type MenuProps = {
	/** What is pressed. */
	label: ReactNode;
	/** Parts with a line between them. A list in one holds links and buttons. */
	children: ReactNode;
};

/** A menu in the top bar: a native disclosure, so that it opens without scripts; `FoldMenus` folds it. */
export function Menu({ label, children }: MenuProps) {
	return (
		<details data-menu="" className="top-menu">
			<summary>{label}</summary>
			<div>{children}</div>
		</details>
	);
}
