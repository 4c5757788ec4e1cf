import type { ReactNode } from "react";

type MenuProps = {
	/** The content of the button. */
	label: ReactNode;
	/** Parts with a line between them; links and buttons are in lists. */
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
