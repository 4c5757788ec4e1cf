import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lacks, programPath } from "./programs.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
/** All code that runs for tests only; the benchmark and the writer of old versions are run by hand. */
const TESTS = ["{app,lib,components}/**/*.test.{ts,tsx}", "lib/**/testing/**", "lib/cli/test/*.{mjs,ts}", "e2e/**"];
const sources = globSync(TESTS, { cwd: ROOT, exclude: ["e2e/bench/**", "e2e/old-versions/**"] })
	.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !import.meta.filename.endsWith(file))
	.map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);

const folder = mkdtempSync(join(tmpdir(), "identity-console-programs-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The list as a command, where no program can be found. */
function list(command: string): { lines: string[]; status: number | null } {
	const script = join("lib", "testing", "programs.mjs");
	const { stdout, status } = spawnSync(process.execPath, [script, command], {
		cwd: ROOT,
		encoding: "utf8",
		env: { ...process.env, PATH: folder },
	});
	return { lines: stdout.split("\n").slice(0, -1), status };
}

/** Where the program is an argument, and where a browser is looked for. */
const OTHER_MEANS = ["e2e/federation/server-process.ts: program", "e2e/browser/find-browser.ts: path"];

it("has each program that a test runs beside Node and npm", () => {
	const call = /(?<![.\w])(?:(?:spawn|exec|execFile)(?:Sync)?\)?\(\s*|startServer\(\s*\[\s*)([^\s,\])]+)/g;
	const others = sources
		.flatMap(([file, text]) => [...text.matchAll(call)].map(([, first = ""]) => `${file}: ${first}`))
		.filter((named) => !/programPath\(|: (?:process\.execPath|"npm")$/.test(named));
	expect(others.filter((named) => !OTHER_MEANS.includes(named))).toEqual([]);
	const withPaths = sources.filter(([, text]) => /["'`]\/(?:usr\/(?:local\/)?)?s?bin\//.test(text));
	expect(withPaths.map(([file]) => file)).toEqual([]);
	expect(() => programPath("cobol")).toThrow("cobol is no program of lib/testing/programs.mjs.");
});

it("has only programs that a test needs", () => {
	const named = sources.flatMap(([, text]) => [...text.matchAll(/\b(?:lacks|pathWith)\(([^()]*)\)/g)]);
	const used = new Set(named.flatMap(([, names = ""]) => [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name)));
	expect(
		list("missing")
			.lines.map((line) => line.split(":")[0])
			.toSorted(),
	).toEqual([...used].toSorted());
});

it("finds all of it missing where there is only Node, and needs no other program to find out", () => {
	const { lines, status } = list("missing");
	expect(status).toBe(1);
	const packages = lines.flatMap((line) => line.split(": ")[1]?.split(" ") ?? []);
	expect(new Set(list("packages").lines.join().split(" "))).toEqual(new Set(packages));
});

it.skipIf(lacks("bash"))(
	"is what the check of a fresh clone installs, which ends where programs are still missing",
	() => {
		const bin = mkdtempSync(join(folder, "bin-"));
		const log = join(bin, "log");
		const commands = () => readFileSync(log, "utf8").trim().split("\n");
		const program = (name: string, script: string) =>
			writeFileSync(join(bin, name), `#!${programPath("bash")}\n${script}\n`, { mode: 0o755 });
		const check = () =>
			spawnSync(programPath("bash"), [".ci/run"], {
				cwd: ROOT,
				encoding: "utf8",
				env: { ...process.env, PATH: bin },
			});
		symlinkSync(process.execPath, join(bin, "node"));
		for (const [name, output] of Object.entries({ id: "0", dirname: ".ci", mktemp: join(bin, "output") }))
			program(name, `echo ${output}`);
		for (const name of ["rm", "tail"]) program(name, "");
		for (const name of ["apt-get", "npm"]) program(name, `echo "${name} $*" >> ${log}`);

		const { status, stdout } = check();
		expect(commands().at(-1)).toBe(
			`apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io ${list("packages").lines.join()}`,
		);
		expect(status).toBe(1);
		expect(stdout.split("\n")).toContain("curl: curl");
		// Where packages can't be installed it continues with the installed ones.
		program("apt-get", "exit 1");
		expect(check().status).toBe(0);
		expect(commands().at(-1)).toBe("npm test");
	},
);
