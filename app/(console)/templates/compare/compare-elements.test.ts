import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { Comparison, compareElements } from "./comparison";

test("distinguishes requested, listed as false and not requested, in the order of the form", () => {
	const a = { portrait: true, nationality: false, odd: { nested: 1 } };
	const b = { birth_date: true, portrait: true, nationality: true };
	expect(compareElements(a, b)).toEqual([
		{ name: "birth_date", a: "not requested", b: "requested" },
		{ name: "nationality", a: "listed as false", b: "requested" },
		{ name: "portrait", a: "requested", b: "requested" },
		{ name: "odd", a: 'requested with {"nested":1}', b: "not requested" },
	]);
});

test("two different values under which an element is requested are shown, whatever the order of their keys", () => {
	const a = { odd: { x: 1, y: 2 }, even: { x: 1 }, portrait: true };
	const b = { odd: { y: 2, x: 1 }, even: { x: 2 }, portrait: true };
	expect(compareElements(a, b).filter(({ a, b }) => a !== b)).toEqual([
		{ name: "even", a: 'requested with {"x":1}', b: 'requested with {"x":2}' },
	]);
});

test("a name like a built-in property counts as listed only where it is listed", () => {
	expect(compareElements({ portrait: true }, JSON.parse('{"__proto__":true}'))).toEqual([
		{ name: "portrait", a: "requested", b: "not requested" },
		{ name: "__proto__", a: "not requested", b: "requested" },
	]);
});

test("nothing is said of a request that is not known but that", () => {
	expect(compareElements({ portrait: true }, null)).toEqual([{ name: "portrait", a: "requested", b: null }]);
	const known = { presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true as const } } } };
	const words = (...[one, other]: [object, object]) => {
		const [a, b] = [one, other].map((each, index) => ({
			id: "vct_1",
			title: `V${index}`,
			purpose: noPurpose,
			...each,
		}));
		const page = a && b ? renderToStaticMarkup(Comparison({ a, b })) : "";
		return page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
	};
	expect(words(known, known)).toContain("Both ask for the same.");
	expect(words(known, {})).toMatch(/No difference is known. What V1 requests is not known here.*requested not known/);
	expect(words({}, { presentation: null })).toMatch(/What V0 requests is not known here. What V1 requests is not/);
});
