import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Minimum contrast of text (WCAG 2.2, 1.4.3), and of the border of a control (1.4.11). */
const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;
const GROUNDS = ["canvas", "surface", "rail", "sunken"];
/** The colour of borders is no ground for text. */
const NO_TEXT_ON = "control";

const styles = readFileSync("app/globals.css", "utf8");
/** Each colour's name, with its light and its dark value. */
const colours = [...styles.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
	([, name = "", light = "", dark = ""]) => ({ name, light, dark }),
);

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

test("every colour has a light and a dark value", () => {
	expect(colours.length).toBeGreaterThan(0);
	const used = [...styles.matchAll(/--color-[\w-]+: var\(--([\w-]+)\);/g)].map(([, name]) => name);
	expect(colours.map(({ name }) => name)).toEqual(expect.arrayContaining(used));
});

test("a class that names a colour has one: Tailwind makes none for a colour that its theme lacks", () => {
	const used = globSync("{app,components}/**/*.tsx").flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/\b(?:bg|text|border|divide|fill|stroke|outline)-([a-z-]*[a-z])/g)].flatMap(
			([, name = ""]) => (colours.some((colour) => colour.name === name) ? [name] : []),
		),
	);
	expect(used).toContain("on-accent");
	expect([...new Set(used)].filter((name) => !styles.includes(`--color-${name}: var(--${name});`))).toEqual([]);
});

test("two colours readable on each other in the light theme are readable in the dark one", () => {
	const texts = colours.filter(({ name }) => name !== NO_TEXT_ON);
	const pairs = texts.flatMap((one, index) => texts.slice(index + 1).map((other) => ({ one, other })));
	const lost = pairs.filter(
		({ one, other }) =>
			contrast(one.light, other.light) >= TEXT_CONTRAST && contrast(one.dark, other.dark) < TEXT_CONTRAST,
	);
	expect(lost.map(({ one, other }) => `${one.name} on ${other.name}`)).toEqual([]);
});

test.each(GROUNDS)("the border of a control is visible on %s, light and dark", (ground) => {
	const of = (name: string) => colours.find((colour) => colour.name === name) ?? { light: "", dark: "" };
	const border = of("control");
	expect(contrast(border.light, of(ground).light)).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
	expect(contrast(border.dark, of(ground).dark)).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
});
