import fc from "fast-check";
import { expect, test } from "vitest";
import { withDecodablePath } from "./undecodable-paths";

test.each(["/", "/templates/a%20b?q=%ff", "/%E7%94%B0?x", "/a?b?%"])("%s stays as it is", (url) => {
	expect(withDecodablePath(url)).toBe(url);
});

test.each([
	["/templates/%ff", "/templates/%25ff"],
	["/%E0%A4%A?q=%41%", "/%25E0%25A4%25A?q=%41%"],
	["/100%", "/100%25"],
])("%s is read as text", (url, readable) => {
	expect(withDecodablePath(url)).toBe(readable);
});

test("every path can be decoded afterwards, and its query is untouched", () => {
	fc.assert(
		fc.property(fc.webPath(), fc.string(), fc.webQueryParameters(), (start, wild, query) => {
			const url = withDecodablePath(`/${start}${wild.replaceAll("?", "")}?${query}`);
			expect(() => decodeURIComponent(url.split("?", 1)[0] ?? "")).not.toThrow();
			expect(url.endsWith(`?${query}`)).toBe(true);
		}),
	);
});
