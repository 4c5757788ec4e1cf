import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { KEYS_ADDRESS } from "@/components/layout/keyboard-help-link";
import { helpByPath, helpFor } from "@/lib/dashboard/resources/places";
import { resources } from "@/lib/dashboard/resources/resources";
import { GUIDE_TITLES } from "@/lib/guides/guide";
import { renderGuide } from "@/lib/guides/render-guide";
import { KEYS } from "./keyboard-keys";

const headings = Object.keys(GUIDE_TITLES).flatMap((name) => {
	const { headings: found } = renderGuide(readFileSync(`docs/guides/${name}.md`, "utf8"), GUIDE_TITLES);
	return [`/guides/${name}`, ...found.map(({ id }) => `/guides/${name}#${id}`)];
});

it.each(helpByPath)("the help of %s links to a guide, and to a heading that it has", (_path, links) => {
	expect(links.length).toBeGreaterThan(0);
	for (const { href } of links) expect(headings).toContain(href);
});

it("each area of the console has help", () => {
	for (const { path } of Object.values(resources)) expect(helpFor(path), path).not.toEqual([]);
});

it("the keys that the console lists are in the guide to which the menus link without scripts", () => {
	expect(headings).toContain(KEYS_ADDRESS);
	const guide = readFileSync("docs/guides/accessibility.md", "utf8");
	for (const [keys, effect] of KEYS) expect(guide).toContain(`| ${keys.join(" ")} | ${effect} |`);
});

it.each([
	["/templates/new", "/templates"],
	["/templates/vct_1", "/templates"],
	["/templates/compare", "/templates"],
	["/templates/matrix", "/templates"],
	["/connections", "/connections"],
	["/connections/new", "/connections/new"],
	["/connections/con_1", "/connections/{id}"],
	["/applications/a/single-sign-on", "/applications/{id}/single-sign-on"],
	["/applications/a/single-sign-on/test", "/applications/{id}/single-sign-on"],
	["/applications/a", "/applications"],
	["/refresh-tokens/bulk/1", "/refresh-tokens/bulk"],
])("%s has the help of %s", (path, pattern) => {
	expect(helpFor(path)).toBe(new Map(helpByPath).get(pattern));
});

it.each(["/guides", "/guides/operator", "/templates-of-others"])("%s has none", (path) => {
	expect(helpFor(path)).toEqual([]);
});
