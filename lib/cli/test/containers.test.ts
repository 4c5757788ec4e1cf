import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../project.mjs";

// What can be checked of the container files without an engine that builds them.

const read = (file: string) => readFileSync(inProject(file), "utf8");
const dockerfile = read("Dockerfile");
const lines = read(".dockerignore").split("\n");
const included = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
const excluded = lines.filter((line) => /^(lib|\*\*)\//.test(line));

describe("the image", () => {
	it("is made of files that exist", () => {
		const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
			paths.split(" "),
		);
		const copiedFiles = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = ""]) =>
			paths.split(" ").map((path) => path.replace("/app/", "")),
		);
		const made = ["node_modules", ".next"];
		const named = [...copied, ...copiedFiles, ...included].filter((path) => !made.includes(path));
		expect(named.length).toBeGreaterThan(included.length);
		expect(named.filter((path) => !existsSync(inProject(path)))).toEqual([]);
	});

	it("leaves out nothing that determines the build", () => {
		const folders = ["app", "components", "docs", "lib", "public"];
		const files = globSync("*.{ts,tsx,mjs,js,json}", { cwd: inProject() });
		const notBuilt = /^(biome|knip)\.json$|^(vitest|playwright)\.config\.|^next-env\.d\.ts$/;
		const needed = [...folders, ...files.filter((file) => !notBuilt.test(file))];
		expect(needed.filter((path) => !included.includes(path))).toEqual([]);
		expect(excluded).toEqual(["**/testing", "lib/*/store/versions", "**/*.test.ts", "**/*.test.tsx"]);
	});

	it("runs the product as an unprivileged user, on the Node that package.json requires", () => {
		const { engines } = JSON.parse(read("package.json"));
		const versions = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => `>=${version}`);
		expect(versions).toEqual([engines.node, engines.node]);
		const start = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]";
		expect(existsSync(inProject(JSON.parse(start).at(-1)))).toBe(true);
		const users = [...dockerfile.matchAll(/^USER (\w+)$/gm)].map(([, user]) => user);
		expect(users).toEqual(["node"]);
	});

	it("bounds V8's memory like npm start and the commands that start a server", () => {
		const bounds = ["package.json", "Dockerfile", "lib/cli/start/server-process.ts"].map((file) =>
			read(file).match(/--max-(semi|old)-space-size=\d+/g),
		);
		expect(bounds).toEqual(Array(3).fill([expect.any(String), expect.any(String)]));
		expect(new Set(bounds.map(String)).size).toBe(1);
	});

	it("gives memory back like the processes of the commands", () => {
		const [, bytes] = /MALLOC_MMAP_THRESHOLD_: "(\d+)"/.exec(read("lib/cli/child.mjs")) ?? [];
		expect(/MALLOC_MMAP_THRESHOLD_=(\d+)/.exec(dockerfile)?.[1]).toBe(bytes);
	});

	it("checks its health at a path that exists", () => {
		const [, path] = /^HEALTHCHECK .*\n.*(\/\w+)`/m.exec(dockerfile) ?? [];
		expect(read("lib/server/handler.ts")).toContain(`LIVENESS_PATH = "${path}";`);
	});
});

it("the variables that compose.yaml reads from .env are in the operator's guide", () => {
	const variables = [...read("compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name = ""]) => name);
	expect(new Set(variables)).toEqual(new Set(["POSTGRES_PASSWORD", "PORT"]));
	for (const name of [...variables, "APP_SECRET"]) expect(read("docs/guides/operator.md")).toContain(name);
});
