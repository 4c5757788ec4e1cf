import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";

type ListPagesProps = {
	label: string;
	/** Addresses; null on the first page, and on the last. */
	first: string | null;
	next: string | null;
};

/** From one page of a list to the others. */
export function ListPages({ label, first, next }: ListPagesProps) {
	return (
		<nav aria-label={label} className="flex flex-wrap gap-3 empty:hidden">
			{first ? (
				<PageLink href={first} className={buttonClass()}>
					First page
				</PageLink>
			) : null}
			{next ? (
				<PageLink href={next} className={buttonClass()}>
					Next page
				</PageLink>
			) : null}
		</nav>
	);
}
