import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { printOf, type RequestPrint } from "@/lib/dashboard/templates/request-print";
import { Print, PrintChange, printInWords } from "./print";

test.each([
	[{}, "Asks for nothing"],
	[{ age_over_18: true }, "Asks for Over 18"],
	[{ portrait: true, family_name: true, age_over_21: true }, "Asks for 2 of the 21, 1 sensitive, Over 21"],
	[{ resident_city: false, birth_date: { intent: 1 } }, "Asks for 1 of the 21, 1 sensitive, 1 listed as false"],
	[{ document_number: true, sex: true, height: false }, "Asks for 2 others"],
	[{ age_over_21: false }, "Asks for nothing, 1 listed as false"],
])("the print of a template with %j says: %s", (elements, words) => {
	expect(printInWords(printOf(elements))).toBe(words);
});

const rendered = (print: RequestPrint) => renderToStaticMarkup(<Print of={print} />);

test("a print draws each cell once, in the path of its state, and the number of others beside it", () => {
	const print = printOf({ age_over_21: true, portrait: true, family_name: true, resident_city: false, height: true });
	const [dots = "", requested = "", sensitive = "", listedFalse = ""] = [
		...rendered(print).matchAll(/<path d="([^"]*)"/g),
	].map(([, path]) => path);
	const cells = (path: string) => path.match(/M/g)?.length ?? 0;
	expect([dots, requested, sensitive, listedFalse].map(cells)).toEqual([19, 2, 1, 1]);
	expect(requested).toBe("M0 15h5v12h-5zM16 0h7v8h-7z");
	expect(sensitive).toBe("M24 0h3l4 4v4h-7z");
	expect(rendered(print)).toContain('<span aria-hidden="true">+1</span>');
	expect(rendered(printOf({ portrait: true }))).not.toContain("+");
});

test("a print of nothing is dots alone, and one of everything has none", () => {
	expect(rendered(printOf({})).match(/M/g)).toHaveLength(23);
	const all = { cells: "r".repeat(23), others: 0 };
	expect(rendered(all)).toContain('<path d=""></path>');
});

test("a change of a print is drawn as both, and once where it leaves the request as it is", () => {
	const [one, other] = [printOf({ portrait: true }), printOf({ age_over_18: true })];
	const drawn = (before: RequestPrint | null, after: RequestPrint | null) =>
		[...renderToStaticMarkup(<PrintChange before={before} after={after} />).matchAll(/aria-label="([^"]*)"/g)].map(
			([, words]) => words,
		);
	const [photo, over18] = [printInWords(one), printInWords(other)];
	expect(drawn(one, other)).toEqual([photo, over18]);
	expect(drawn(one, { ...one })).toEqual([photo]);
	expect(drawn(null, other)).toEqual([over18]);
	expect(drawn(one, null)).toEqual([photo]);
});
