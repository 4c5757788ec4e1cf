import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ResponseResult } from "./response-result";

const NAME = "\u202egnp.exe";

test("what a provider sent is isolated, and shows by its code what would turn it around", () => {
	const report = {
		isGood: true,
		checks: [],
		subject: { name: NAME, format: NAME },
		facts: [{ term: "Session", text: NAME }],
		attributes: [{ name: NAME, friendlyName: NAME, values: [{ text: NAME, type: NAME }] }],
		decoded: "",
	};
	const profile = [{ field: "nickname", value: NAME, from: NAME }] as const;
	const html = renderToStaticMarkup(<ResponseResult report={report} missing={null} profile={profile} />);
	const shown = '<bdi><bdi class="invisible-character" data-code="U+202E">\u202e</bdi>gnp.exe</bdi>';
	expect(html.split("\u202e").length - 1).toBe(9);
	expect(html.split(shown).length - 1).toBe(9);
});

test("of several values an empty one is said to be so", () => {
	const values = ["a", "", "b"].map((text) => ({ text, type: null }));
	const attributes = [
		{ name: "groups", friendlyName: null, values },
		{ name: "none", friendlyName: null, values: [] },
	];
	const report = { isGood: true, checks: [], subject: null, facts: [], attributes, decoded: "" };
	const html = renderToStaticMarkup(<ResponseResult report={report} missing={null} />);
	const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) => cell.replaceAll(/<[^>]+>/g, ""));
	expect(cells).toEqual(["a; (empty); b", "—", "—", "—"]);
});
