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

/** The paths after the one of the dots: requested, sensitive, listed as false. */
const paths = (markup: string) => [...markup.matchAll(/<path d="([^"]*)"/g)].map(([, path]) => path).slice(1);

test("a print draws each cell that is requested or listed in the path of its state, and the number of others beside it", () => {
	const print = printOf({ age_over_21: true, portrait: true, family_name: true, resident_city: false, height: true });
	expect(paths(rendered(print))).toEqual(["M0 22h5M16 4h7", "M24 0h3l4 4v4h-7z", "M32.75 0.75h5.5v6.5h-5.5z"]);
	expect(rendered(print)).toContain(">+1</text>");
	expect(paths(rendered(printOf({ portrait: true })))).toEqual(["", "M24 0h3l4 4v4h-7z"]);
	expect(paths(rendered(printOf({})))).toEqual([""]);
	expect(rendered(printOf({}))).not.toContain("text");
});

test("each of the 23 cells is at a place of its own, within the sign", () => {
	const all = rendered({ cells: "r".repeat(23), others: 0 });
	const places = new Set(paths(all)[0]?.match(/M\d+ \d+/g));
	expect(places.size).toBe(23);
	for (const place of places) {
		const [x, y] = place.slice(1).split(" ").map(Number);
		expect(x).toBeLessThanOrEqual(56);
		expect([4, 13, 22]).toContain(y);
	}
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
