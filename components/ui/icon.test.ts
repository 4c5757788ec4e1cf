import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ICONS } from "./icon";

const styles = readFileSync(new URL("./icon.css", import.meta.url), "utf8");
const DRAWING = /<path id='([a-z]+)'(?: transform='translate\(0 (\d+)\)')? /g;

test("each icon is a row of the image, and each row of the image is one of them", () => {
	const rows = ICONS.map((name, row) => [name, row]);
	expect(
		[...styles.matchAll(/^\t\.icon-([a-z]+) \{\n\t\t--row: (\d+);/gm)].map(([, name, row]) => [name, Number(row)]),
	).toEqual(rows);
	expect([...styles.matchAll(DRAWING)].map(([, name, y = 0]) => [name, Number(y) / 16])).toEqual(rows);
	expect(styles).toContain(`viewBox='0 0 16 ${16 * ICONS.length}'`);
	expect(styles).toContain(`calc(var(--row) * 100% / ${ICONS.length - 1})`);
});

test("the icons are one image, and the logo is one", () => {
	expect(styles.match(/url\("data:/g)).toHaveLength(2);
});
