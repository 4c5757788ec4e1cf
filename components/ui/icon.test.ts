import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ICONS } from "./icon";

test("each icon has a drawing in the style sheet, and each drawing is one of them", () => {
	const styles = readFileSync(new URL("./icon.css", import.meta.url), "utf8");
	expect([...styles.matchAll(/^\t\.icon-([a-z]+) \{/gm)].map(([, name]) => name)).toEqual([...ICONS]);
});
