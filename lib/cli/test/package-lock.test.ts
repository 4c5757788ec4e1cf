import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Package = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> };

const text = readFileSync(join(import.meta.dirname, "..", "..", "..", "package-lock.json"), "utf8");
const packages: Record<string, Package> = JSON.parse(text).packages;

/** Node's own look-up: beside the package, then in each folder above it. */
function isLocked(from: string, name: string): boolean {
	if (packages[`${from && `${from}/`}node_modules/${name}`]) return true;
	if (from === "") return false;
	return isLocked(from.slice(0, Math.max(from.lastIndexOf("/node_modules/"), 0)), name);
}

describe("the lockfile", () => {
	it("holds the programs of every platform, without which npm ci refuses it", () => {
		const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
		);
		expect(missing).toEqual([]);
	});

	it("names no registry, so that each machine uses its own", () => {
		expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([]);
	});
});
