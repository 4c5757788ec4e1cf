import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";

/** One line, however long its words are: the block's height is known before they are. */
export const ROW = "flex h-9 items-center text-sm";

/** Three counts, a heading, five templates, and of how many. */
export const ROWS_HEIGHT = "min-h-88";

export function Rows({ children }: { children: ReactNode }) {
	return <ul className="divide-y divide-line border-b border-line empty:hidden">{children}</ul>;
}

/** A number and what it counts, which it leads to. */
export function CountRow({ href, text, count }: { href: string; text: string; count: string }) {
	return (
		<li className={ROW}>
			<PageLink
				href={href}
				title={text}
				className="flex h-full w-full items-center justify-between gap-4 text-accent underline-offset-2 hover:underline"
			>
				<bdi className="truncate">{text}</bdi>
				<span className="shrink-0 tabular-nums">{count}</span>
			</PageLink>
		</li>
	);
}
