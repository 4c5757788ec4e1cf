import { expect, test } from "vitest";
import { safeCallbackPath } from "./callback-path";

test.each(["/", "/templates", "/templates/vct_1?from=a%2Fb", "/refresh-tokens?q=a%40b.c"])("%s is kept", (path) => {
	expect(safeCallbackPath(path)).toBe(path);
});

test.each([
	"//evil.example",
	"/\\evil.example",
	"https://evil.example",
	"/\t/evil.example",
	"javascript:alert(1)",
	"",
	undefined,
	["/a", "/b"],
	"/a\nb",
	"templates",
])("%j redirects to the overview", (path) => {
	expect(safeCallbackPath(path)).toBe("/");
});
