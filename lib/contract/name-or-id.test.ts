import { expect, it } from "vitest";
import { isolated, nameOrId } from "./name-or-id";

it.each(["", null, undefined])("names what has no name by its ID: %j", (name) => {
	expect(nameOrId(name, "vct_1")).toBe("vct_1");
});

it.each([" ", "\u00a0\u3000", "\u200b", "\u202e", "\u0007", "\u2800", "\ufeff\u00ad"])(
	"names what has a name that draws nothing by that and its ID: %j",
	(name) => {
		expect(nameOrId(name, "vct_1")).toBe("“ ” vct_1");
	},
);

it.each(["Acme", " a ", "ש", "👩‍🚀", "\u202ea", "-"])("names by the name what draws something: %j", (name) => {
	expect(nameOrId(name, "vct_1")).toBe(name);
});

it.each([
	["Acme", "Acme"],
	["שלום", "\u2068שלום\u2069"],
	["\u202egnp.exe", "[U+202E]gnp.exe"],
	["a\u2069\u202eb", "a[U+2069][U+202E]b"],
])("keeps the order of a sentence with %j", (text, shown) => {
	expect(isolated(text)).toBe(shown);
});
