import type { ComponentProps, ReactNode } from "react";
import { RowLinks } from "./row-links";
import "./data-table.css";

/**
 * A table of one-line rows with sticky heads, whose rows become cards where there is no room for columns; styled in
 * `data-table.css`. It is a region, named by `label`. The first `<th scope="row">` of a row names it; where it is a link, a
 * click anywhere in the row follows it.
 */
export function DataTable({
	label,
	head,
	children,
	...rest
}: ComponentProps<"table"> & { label: string; head: ReactNode }) {
	return (
		// Focusable: beside an API call it scrolls.
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

/** @param label the column's title, shown before the value where the row is a card */
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
