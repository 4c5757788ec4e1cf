import { globSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { CommandLine, markCommandProcess, requireCommandLine } from "./command-line";

beforeEach(forgetProcessWideValues);

test("no process that serves requests makes the actor of a command", () => {
	expect(() => new CommandLine()).toThrow("Only a command");
});

test("only the actor that a command's process made is accepted, and it is an editor", () => {
	markCommandProcess();
	const actor = new CommandLine();
	expect(requireCommandLine(actor)).toMatchObject({ subject: "command line", role: "editor" });
	const copies = [{ ...actor }, JSON.parse(JSON.stringify(actor)), Object.create(CommandLine.prototype), null];
	for (const copy of copies) expect(() => requireCommandLine(copy)).toThrow("not the command line");
});

const sources = globSync(["{app,components,lib}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"])
	.filter((file) => !/\.test(-data)?\.|(^|\/)testing\//.test(file))
	.map((file) => ({ file, text: readFileSync(file, "utf8") }));
const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test("only a command can make its actor, and no page, action or handler reaches a command", () => {
	const commands = [
		"lib/dashboard/people-command/people-command.ts",
		"lib/dashboard/template-folder/templates-command.ts",
	];
	const own = "lib/dashboard/session/command-line.ts";
	expect(filesWith(/\bnew CommandLine\(|\bmarkCommandProcess\b/).toSorted()).toEqual([...commands, own].toSorted());
	// The start imports them, only the framework's hook at the start of the process imports that, and no file imports the hook.
	expect(filesWith(/"[^"]*\/(templates|people)-command"/)).toEqual(["lib/dashboard/start.ts"]);
	expect(filesWith(/"[^"]*\/dashboard\/start"/)).toEqual(["instrumentation.ts"]);
	expect(filesWith(/"[^"]*\/instrumentation"/)).toEqual([]);
});

test("the process of a command ends before the server accepts a request", () => {
	const textOf = (name: string) => sources.find(({ file }) => file === name)?.text ?? "";
	const [start, hook, server] = ["lib/dashboard/start.ts", "instrumentation.ts", "lib/server/main.ts"].map(textOf);
	for (const name of ["TEMPLATES_COMMAND", "PEOPLE_COMMAND"]) expect(start).toContain(`if (${name}) await runCommand(`);
	expect(start).toMatch(/function runCommand\(.*\): Promise<never> \{/);
	expect(hook).toMatch(/await dashboard\.startDashboard\([\s\S]*handOver\(/);
	expect(server).toMatch(/await startedApp\(\)[\s\S]*\.listen\(/);
});
