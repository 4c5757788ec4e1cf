import { within } from "@testing-library/dom";
import type { VisitedPage } from "../http/visitor";

// The tab on pages that are read without a browser.

/** The result of a simulation or a check; null where there is none. */
export function resultOf(page: VisitedPage): HTMLElement | null {
	return page.queryByRole("region", { name: "Result" });
}

/** The result's heading: its verdict. */
export function verdictOf(page: VisitedPage): string | null {
	const result = resultOf(page);
	return result && within(result).getByRole("heading", { level: 3 }).textContent;
}

/** The names of the elements in the result's table, each with the words of its cells. */
export function cellsOf(page: VisitedPage): Record<string, string[]> {
	const rows = [...(resultOf(page)?.querySelectorAll("tr") ?? [])].flatMap((row): [string, string[]][] => {
		const name = row.querySelector("th[scope=row] code")?.textContent;
		return name ? [[name, [...row.querySelectorAll("td")].map((cell) => cell.textContent)]] : [];
	});
	return Object.fromEntries(rows);
}

/** Ticks attributes by their labels. */
export function tickOn(page: VisitedPage, labels: readonly string[]): void {
	for (const label of labels) page.getByLabelText<HTMLInputElement>(label, { selector: "input" }).checked = true;
}

/** The names of all ticked attributes, in order. */
export function tickedOn(page: VisitedPage): string[] {
	return [...page.document.querySelectorAll<HTMLInputElement>('input[name="attribute"]')]
		.flatMap((box) => (box.checked ? [box.value] : []))
		.sort();
}
