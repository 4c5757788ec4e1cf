import { ButtonLink } from "@/components/layout/links";
import { type ListParameters, listParameters } from "./list-view";

/** What a form that searches a list keeps of its view. */
export function KeptParameters({ of }: { of: ListParameters }) {
	return listParameters(of).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

type ListPagesProps = {
	label: string;
	/** Addresses; null on the first page, and on the last. */
	first: string | null;
	next: string | null;
	/** In place of “First page” and “Next page”. */
	words?: readonly [first: string, next: string];
};

/** Links to the other pages of a list. */
export function ListPages({ label, first, next, words = ["First page", "Next page"] }: ListPagesProps) {
	return (
		<nav aria-label={label} className="flex flex-wrap gap-3 empty:hidden">
			{first ? <ButtonLink href={first}>{words[0]}</ButtonLink> : null}
			{next ? <ButtonLink href={next}>{words[1]}</ButtonLink> : null}
		</nav>
	);
}
