import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, it } from "vitest";
import { xml, xmlCharacters } from "./markup";
import { anyText } from "./testing/any-text";

const RUNS = process.env.LONG ? 20_000 : 300;
function parsed(document: string) {
	const faults: string[] = [];
	const root = new DOMParser({
		errorHandler: (_level: string, message: string) => void faults.push(message),
	}).parseFromString(document, "text/xml").documentElement;
	expect(faults).toEqual([]);
	return root;
}

it("writes any text so that a parser reads the same, but for characters that XML can't represent", () => {
	fc.assert(
		fc.property(anyText, (text) => {
			const root = parsed(xml`<a b="${text}">${text}</a>`.toString());
			expect(root?.textContent).toBe(xmlCharacters(text));
			expect(root?.getAttribute("b")).toBe(xmlCharacters(text));
			expect(root?.childNodes.length).toBeLessThanOrEqual(1);
		}),
		{ numRuns: RUNS },
	);
});

it("puts U+FFFD where XML has no character, so that names never run together", () => {
	expect(xmlCharacters("adm\0in")).toBe("adm\ufffdin");
	expect(xmlCharacters("\ud83d")).toBe("\ufffd");
	expect(xmlCharacters("a\ufffeb\uffff")).toBe("a\ufffdb\ufffd");
	expect(xmlCharacters("😀 é \t")).toBe("😀 é \t");
});

it("leaves its own markup unescaped, and joins a list without separators", () => {
	const items = ["<", "b"].map((text) => xml`<i>${text}</i>`);
	expect(xml`<a>${items}${null}${xml`<z/>`}${7}${true}</a>`.toString()).toBe("<a><i>&lt;</i><i>b</i><z/>7true</a>");
});
