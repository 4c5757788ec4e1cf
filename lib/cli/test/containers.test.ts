import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../project.mjs";

// What can be known of the container files without an engine that builds them.

const read = (file: string) => readFileSync(inProject(file), "utf8");
const dockerfile = read("Dockerfile");
const lines = read(".dockerignore").split("\n");
const taken = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
const left = lines.filter((line) => /^(lib|\*\*)\//.test(line));

describe("the image", () => {
	it("is made of files that are there", () => {
		const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
			paths.split(" "),
		);
		const brought = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = ""]) =>
			paths.split(" ").map((path) => path.replace("/app/", "")),
		);
		const made = ["node_modules", ".next"];
		const named = [...copied, ...brought, ...taken].filter((path) => !made.includes(path));
		expect(named.length).toBeGreaterThan(taken.length);
		expect(named.filter((path) => !existsSync(inProject(path)))).toEqual([]);
	});

	it("leaves nothing out that decides about the build", () => {
		const folders = ["app", "components", "docs", "lib", "public"];
		const files = globSync("*.{ts,tsx,mjs,js,json}", { cwd: inProject() });
		const notBuilt = /^(biome|knip)\.json$|^(vitest|playwright)\.config\.|^next-env\.d\.ts$/;
		const needed = [...folders, ...files.filter((file) => !notBuilt.test(file))];
		expect(needed.filter((path) => !taken.includes(path))).toEqual([]);
		expect(left).toEqual(["**/testing", "lib/*/store/versions", "**/*.test.ts", "**/*.test.tsx"]);
	});

	it("runs the product as an unprivileged user, on the Node that package.json asks for", () => {
		const { engines } = JSON.parse(read("package.json"));
		const versions = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => `>=${version}`);
		expect(versions).toEqual([engines.node, engines.node]);
		const start = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]";
		expect(existsSync(inProject(JSON.parse(start).at(-1)))).toBe(true);
		const users = [...dockerfile.matchAll(/^USER (\w+)$/gm)].map(([, user]) => user);
		expect(users).toEqual(["node"]);
	});

	it("bounds what V8 keeps for new objects as npm start does, and the commands that start a server", () => {
		const bounds = ["package.json", "Dockerfile", "lib/cli/start/server-process.ts"].map(
			(file) => /--max-semi-space-size=\d+/.exec(read(file))?.[0],
		);
		expect(bounds).toEqual(Array(3).fill(expect.any(String)));
		expect(new Set(bounds).size).toBe(1);
	});

	it("checks its health at a path that exists", () => {
		expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/healthz`/m);
		expect(existsSync(inProject("app/healthz/route.ts"))).toBe(true);
	});
});

it("what compose.yaml takes from .env is in the operator's guide", () => {
	const variables = [...read("compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name = ""]) => name);
	expect(new Set(variables)).toEqual(new Set(["POSTGRES_PASSWORD", "PORT"]));
	for (const name of [...variables, "APP_SECRET"]) expect(read("docs/operator.md")).toContain(name);
});
