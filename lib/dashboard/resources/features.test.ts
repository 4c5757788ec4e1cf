import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { joinerOf, type OperationName, operations, partScopes } from "@/lib/contract/operations";
import { type Feature, features } from "./features";
import { described } from "./resources";
import { permissionFor } from "./writes";

const used = (Object.keys(operations) as OperationName[]).filter((name) => permissionFor(name) !== undefined);

describe("the features", () => {
	test("are what every operation and every part of a resource that the console uses is for, each once", () => {
		const needs = features.flatMap(({ needs }) => needs);
		expect(needs.toSorted()).toEqual([...used, ...Object.keys(partScopes)].toSorted());
	});

	test("name the scopes of each of their operations", () => {
		for (const { feature, needs, scopes, joiner } of features) {
			if (typeof needs === "string") continue;
			for (const name of needs) {
				expect([feature, operations[name].scopes, joinerOf(name)]).toEqual([feature, scopes, joiner]);
			}
		}
	});

	test("say each what there is without it", () => {
		for (const { feature, without } of features)
			expect([feature, without]).toEqual([feature, expect.stringMatching(/\.$/)]);
		expect(new Set(features.map(({ feature }) => feature)).size).toBe(features.length);
	});
});

test("each resource has a form field of its own, which tells what a form is about", () => {
	expect(new Set(described.map(({ idField }) => idField)).size).toBe(described.length);
});

test("the operator's guide has them in one table, the optional ones apart, with the same scopes and words", () => {
	const guide = readFileSync("docs/guides/operator.md", "utf8");
	const [, section = ""] = /^### Scopes\n(.*?)^### /ms.exec(guide) ?? [];
	const rows = section.split("\n").filter((line) => line.startsWith("|"));
	const row = ({ feature, scopes, joiner, without }: Feature) =>
		`| ${feature} | ${scopes.map((scope) => `\`${scope}\``).join(joiner)} | ${without} |`;
	expect(rows).toEqual([
		"| Feature | Scopes | Without |",
		"| --- | --- | --- |",
		...features.filter(({ isOptional }) => !isOptional).map(row),
		"| **Optional** | | |",
		...features.filter(({ isOptional }) => isOptional).map(row),
	]);
	// A scope in another place is one of the table.
	const [, tenant = ""] = /^## A real tenant\n(.*?)^## /ms.exec(guide) ?? [];
	const named = [...tenant.matchAll(/`((?:create|read|update|delete):\w+)`/g)].map(([, scope]) => scope);
	const scopes = features.flatMap((feature) => feature.scopes);
	expect([...new Set(named)].toSorted()).toEqual([...new Set(scopes)].toSorted());
});
