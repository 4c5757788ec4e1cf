import type { ComponentProps, ReactNode } from "react";
import { RowLinks } from "./row-links";

/**
 * A table of one-line rows, whose heads stay in sight and whose rows become cards where there is no room for columns; its
 * look stands in `data-table.css`. Between the two it scrolls, and `label` is what that is called. The first
 * `<th scope="row">` of a row names it and gives way to the other columns; where it is a link, the whole row follows it.
 */
export function DataTable({
	label,
	head,
	children,
	...rest
}: ComponentProps<"table"> & { label: string; head: ReactNode }) {
	return (
		// Without the focus the keyboard could not scroll it.
		<RowLinks aria-label={label} tabIndex={0} className="data-table">
			<table {...rest}>
				<thead>
					<tr>{head}</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</RowLinks>
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

/** The head over the menus of rows. */
export function MenuHead() {
	return (
		<Head className="menu">
			<span className="sr-only">Actions</span>
		</Head>
	);
}

/** The head that orders by its column: a link, marked with the direction where the rows stand by it, and where it is pointed at. */
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
			{link(children)}
		</th>
	);
}
