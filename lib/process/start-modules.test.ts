import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
/** What instrumentation.ts imports before the server listens. */
const ENTRIES = ["lib/dashboard/start.ts", "lib/identity-service/start.ts"];
/** An import or export that is there at run time: its names, if any, and the module. */
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\s)(?:([^"';]*?)\s+from\s+)?"([^"]+)";/gm;

/** All that the entries import statically, directly or not: own files, by their path, and packages. */
function modulesOf(entries: string[]): string[] {
	const found = new Set<string>();
	const visit = (module: string) => {
		if (found.has(module)) return;
		found.add(module);
		if (!module.startsWith("lib/")) return;
		for (const [, names = "", target = ""] of readFileSync(join(ROOT, module), "utf8").matchAll(STATIC_IMPORT)) {
			if (!isOfTypesOnly(names)) visit(resolved(module, target));
		}
	};
	for (const entry of entries) visit(entry);
	return [...found];
}

function isOfTypesOnly(names: string): boolean {
	const single = /^\{([^}]*)\}$/
		.exec(names)?.[1]
		?.split(",")
		.map((name) => name.trim());
	return single?.every((name) => name === "" || name.startsWith("type ")) ?? false;
}

function resolved(from: string, target: string): string {
	const path = target.startsWith("@/") ? target.slice(2) : target.startsWith(".") ? join(dirname(from), target) : null;
	if (path === null) return target;
	return existsSync(join(ROOT, path)) ? path : `${path}.ts`;
}

test("what deletes rows that have ended does not load the service", () => {
	expect(modulesOf(["lib/identity-service/expiry.ts"])).not.toContain("oidc-provider");
});

test("a start loads the stores, their secrets and the sample tenant, and no page, protocol or other work", () => {
	const modules = modulesOf(ENTRIES);
	const packages = modules.filter((module) => !module.startsWith("lib/") && !module.startsWith("node:"));
	expect(packages.sort()).toEqual(["jose", "kysely", "kysely/migration", "pino", "server-only", "zod"]);
	const own = modules.filter((module) => module.startsWith("lib/"));
	expect(own.length).toBeLessThanOrEqual(85);
	expect(modulesOf(["lib/identity-service/open-identity-service.ts"])).toContain("oidc-provider");
});
