import { closeSync, openSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printable, printableJson } from "../printable.mjs";
import { createFakeProject, type FakeProject } from "../testing/fake-project";

// A result of a command is what its process sent and then ended well with; anything else fails, whatever the command.

let project: FakeProject;
const LIVE = { MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2" };
const COMMANDS: [command: string, parameters: string[], messages: number, environment: Record<string, string>][] = [
	["templates", ["export", "a"], 4, {}],
	["templates", ["plan", "a"], 4, {}],
	["templates", ["apply", "a", "--yes"], 5, {}],
	["people", ["end", "a", "--reason", "r", "--yes"], 5, {}],
	["admin", ["list"], 2, {}],
	["secrets", ["rotate"], 2, { APP_SECRET: "n".repeat(32), APP_SECRET_PREVIOUS: "o".repeat(32) }],
	["secrets", ["forget"], 2, LIVE],
];

/** One for each script; in the long run all. */
const ONE_OF_EACH = COMMANDS.filter(
	([command], index) => process.env.LONG || COMMANDS.findIndex(([first]) => first === command) === index,
);

beforeAll(async () => {
	project = createFakeProject();
	// The one build.
	await project.run("admin", {}, ["list"]).exitCode;
});
afterAll(() => project.remove());

async function run(command: string, parameters: string[], environment: Record<string, string>, stdout?: number) {
	const running = project.run(command, environment, parameters, stdout === undefined ? {} : { stdout });
	return { exitCode: await running.exitCode, output: running.output() };
}

// All commands receive their messages the same way: the one with the most of each kind stands for them in the short run,
// with its first, the one after it and the last.
const DYING = process.env.LONG ? COMMANDS : COMMANDS.filter(([, [name]]) => name === "apply");
const deaths = DYING.flatMap(([command, parameters, messages, environment]) =>
	[
		"before 0",
		...[...Array(messages).keys()]
			.filter((index) => process.env.LONG || [0, 1, messages - 1].includes(index))
			.flatMap((index) => [`within ${index}`, `after ${index}`]),
	].map((death) => ({ command, parameters, environment, death })),
);

describe("a command whose process dies", () => {
	it.concurrent.each(deaths)(
		"fails: $command $parameters, $death",
		async ({ command, parameters, environment, death }) => {
			const { exitCode, output } = await run(command, parameters, { ...environment, FAKE_DEATH: death });
			expect(exitCode).toBe(1);
			const began = !["before 0", "within 0"].includes(death);
			expect(output).toContain(
				began
					? "The command's process ended without a result (exit code 137)."
					: "The app did not start (exit code 137).",
			);
		},
	);

	it("says what was applied by then, and that the baseline was not kept", async () => {
		const told = /At least 18 of 150 were done by then, 1 were not done\. The baseline was not kept\./;
		const apply = (...more: string[]) => run("templates", ["apply", "a", "--yes", ...more], { FAKE_DEATH: "after 3" });
		expect((await apply()).output).toMatch(told);
		const { output } = await apply("--json");
		expect(JSON.parse(output.slice(output.indexOf("{\n")))).toEqual({
			refusal: expect.stringMatching(told),
			done: 18,
			failed: 1,
			of: 150,
		});
	});
});

describe("a result", () => {
	it.each(ONE_OF_EACH)(
		"does not count where the process then fails: %s %j",
		async (command, parameters, _, environment) => {
			const { exitCode, output } = await run(command, parameters, { ...environment, FAKE_END: "7" });
			expect(exitCode).toBe(1);
			expect(output).toContain("without a result (exit code 7)");
		},
	);

	it.concurrent.each([
		["templates", "none"],
		["templates", "null"],
		["templates", '"done"'],
		["templates", '{"exitCode":0}'],
		["templates", '{"exitCode":4,"json":{}}'],
		["templates", '{"exitCode":0,"json":null}'],
		["admin", "none"],
		["admin", '{"lines":[1]}'],
	])("of another shape is none: %s, %s", async (command, result) => {
		const parameters = command === "admin" ? ["list"] : ["plan", "a"];
		const { exitCode, output } = await run(command, parameters, { FAKE_RESULT: result });
		expect(exitCode).toBe(1);
		expect(output).toContain("without a result (exit code 0)");
	});
});

describe.runIf(process.platform === "linux")("output that can't be written", () => {
	it.each([...ONE_OF_EACH, ["templates", ["plan", "a", "--json"], 0, {}] as (typeof COMMANDS)[number]])(
		"fails: %s %j",
		async (command, parameters, _, environment) => {
			const full = openSync("/dev/full", "w");
			try {
				const { exitCode, output } = await run(command, parameters, environment, full);
				expect(exitCode).toBe(1);
				expect(output).toContain("The output could not be written: ENOSPC");
			} finally {
				closeSync(full);
			}
		},
	);
});

describe("text of others", () => {
	const NAME =
		"\u001b[2J\u001b]52;c;cm0=\u0007\r\nNothing to apply: 1 unchanged.\n::error::x ##[error]y ##vso[z]\u202e\u2028\u200b é 字";
	const SHOWN =
		"\\u{1b}[2J\\u{1b}]52;c;cm0=\\u{7}\\u{d}\\u{a}Nothing to apply: 1 unchanged.\\u{a}::error::x \\u{23}#[error]y \\u{23}#vso[z]\\u{202e}\\u{2028}\\u{200b} é 字";

	it("is one printable line in progress, lines, refusals and the reason of an end", async () => {
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
		const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e\u200b]/;
		const shown = await run("templates", ["plan", "a"], { FAKE_NAME: NAME });
		expect(shown.output.split("\n").filter((line) => line === SHOWN)).toHaveLength(2);
		const refused = await run("templates", ["plan", "a"], { FAKE_REFUSAL: NAME });
		expect(refused.output.split("\n")).toContain(SHOWN);
		const removed = await run("admin", ["remove", "a@example.com"], { FAKE_REFUSAL: NAME });
		expect(removed.output.split("\n")).toContain(SHOWN);
		for (const { output } of [shown, refused, removed]) expect(output).not.toMatch(raw);
	});

	it("that begins like a command of the automation is none", async () => {
		const { output } = await run("templates", ["plan", "a"], { FAKE_NAME: "  ::set-output name=a::b" });
		expect(output).toContain("  \\u{3a}:set-output");
		expect(output).not.toMatch(/^\s*::/m);
	});

	it("is printable also where it is half a character", () => {
		expect(printable("a\ud800b")).toBe("a\\u{d800}b");
		expect(JSON.parse(printableJson({ "\ud800": "\u{e0001}" }))).toEqual({ "\ud800": "\u{e0001}" });
	});

	it("is the same text in a JSON document, of which no terminal or automation acts on anything", async () => {
		const { output } = await run("templates", ["plan", "a", "--json"], { FAKE_NAME: NAME });
		const document = output.slice(output.indexOf("{\n"));
		expect(JSON.parse(document)).toEqual({ items: [NAME] });
		expect(document).toContain("\\u001b[2J");
		expect(document).not.toContain("##[");
	});
});
