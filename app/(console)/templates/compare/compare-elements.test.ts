import { expect, test } from "vitest";
import { compareElements } from "./comparison";

test("distinguishes requested, listed as false and not listed, in the order of the form", () => {
	const a = { portrait: true, nationality: false, odd: { nested: 1 } };
	const b = { birth_date: true, portrait: true, nationality: true };
	expect(compareElements(a, b)).toEqual([
		{ name: "birth_date", a: "not listed", b: "requested", differs: true },
		{ name: "nationality", a: "listed as false", b: "requested", differs: true },
		{ name: "portrait", a: "requested", b: "requested", differs: false },
		{ name: "odd", a: "requested", b: "not listed", differs: true },
	]);
});

test("a name like a built-in property counts as listed only where it is listed", () => {
	expect(compareElements({ portrait: true }, JSON.parse('{"__proto__":true}'))).toEqual([
		{ name: "portrait", a: "requested", b: "not listed", differs: true },
		{ name: "__proto__", a: "not listed", b: "requested", differs: true },
	]);
});
