import type { ComponentProps, ReactNode } from "react";

/**
 * A table of one-line rows, whose heads stay in sight and whose rows become cards where there is no room for columns; its
 * look stands in app/tables.css. Between the two it scrolls, and `label` is what that is called. The first
 * `<th scope="row">` of a row names it and gives way to the other columns.
 */
export function DataTable({
	label,
	head,
	children,
	...rest
}: ComponentProps<"table"> & { label: string; head: ReactNode }) {
	return (
		// As a Scroller is, whose file would be one more for the browser to load.
		// biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus the keyboard could not scroll it.
		<section aria-label={label} tabIndex={0} className="data-table">
			<table {...rest}>
				<thead>
					<tr>{head}</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</section>
	);
}

export function Head({ children, ...rest }: ComponentProps<"th">) {
	return (
		<th scope="col" {...rest}>
			{children}
		</th>
	);
}

/** @param label what the column is called, said before the value where the row is a card */
export function Cell({ label, children, ...rest }: ComponentProps<"td"> & { label: string }) {
	return (
		<td data-label={label} {...rest}>
			{children}
		</td>
	);
}

/** The head that orders by its column: a link, of which the ordered column shows the direction. */
export function SortHead({
	children,
	direction,
	link,
}: {
	children: ReactNode;
	direction: "ascending" | "descending" | undefined;
	/** Draws the link around what it is given. */
	link: (content: ReactNode) => ReactNode;
}) {
	return (
		<th scope="col" aria-sort={direction}>
			{link(
				<>
					{children}
					<span aria-hidden="true">{direction === "descending" ? " ↓" : direction === "ascending" ? " ↑" : ""}</span>
				</>,
			)}
		</th>
	);
}
