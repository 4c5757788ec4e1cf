import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { lacks, programPath } from "@/lib/testing/programs.mjs";
import { countLost } from "./output.ts";

const GUARD = new URL("output.ts", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "identity-console-output-"));
const file = join(folder, "log");
afterEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => Buffer.from(text);

test("lost lines are counted, and the count is written before the next line that can be", () => {
	const written: string[] = [];
	let isFull = false;
	const write = countLost((text) => {
		if (isFull) throw new Error("ENOSPC");
		written.push(text.toString());
	});
	write(bytes("one\n"));
	isFull = true;
	write(bytes("two\nthree\n"));
	write(bytes("four"));
	isFull = false;
	write(bytes("five\n"));
	write(bytes("six\n"));
	const [one, count = "", ...rest] = written;
	expect([one, ...rest]).toEqual(["one\n", "five\n", "six\n"]);
	expect(JSON.parse(count)).toMatchObject({ lost: 3, msg: "lines of output could not be written" });
});

const withBash = test.skipIf(lacks("bash"));

/** Runs a program behind the guard, its standard output on `output`. @returns what it reported at its end */
async function run(program: string, output: number | "pipe", limit = "unlimited") {
	const source = `
		const { guardOutput } = await import(${JSON.stringify(GUARD)});
		for (const stream of [process.stdout, process.stderr]) guardOutput(stream);
		${program}
		process.send("alive", () => process.exit(0));`;
	const script = `ulimit -f ${limit}; exec "$0" --no-warnings --input-type=module --eval "$1"`;
	const child = spawn(programPath("bash"), ["-c", script, process.execPath, source], {
		stdio: ["ignore", output, output, "ipc"],
	});
	// Before any of it can be read.
	child.stdout?.destroy();
	child.stderr?.destroy();
	const reported: unknown[] = [];
	child.on("message", (message) => reported.push(message));
	return new Promise<unknown[]>((resolve) => child.once("close", (code) => resolve([...reported, code])));
}

const CHATTER = `
	for (let line = 0; line < 200; line += 1) {
		process.stdout.write("a line\\n");
		console.log("another");
		console.error("and one more");
		await new Promise(setImmediate);
	}`;

withBash("a process whose output is no longer read keeps running", async () => {
	expect(await run(CHATTER, "pipe")).toEqual(["alive", 0]);
});

test.skipIf(lacks("bash") || process.platform !== "linux")(
	"a process whose output is on a full disk keeps running",
	async () => {
		const full = openSync("/dev/full", "w");
		expect(await run(CHATTER, full)).toEqual(["alive", 0]);
		closeSync(full);
	},
);

withBash("a log that accepts lines again counts the missing ones, and a line that was cut stays alone", async () => {
	const log = openSync(file, "a");
	// The shell allows the file one block of 1024 bytes.
	const program = `
		import { truncateSync } from "node:fs";
		process.on("SIGXFSZ", () => {});
		for (let line = 0; line < 20; line += 1) process.stdout.write(String(line).padStart(99, "0") + "\\n");
		truncateSync(${JSON.stringify(file)}, 450);
		process.stdout.write("last\\n");`;
	expect(await run(program, log, "1")).toEqual(["alive", 0]);
	closeSync(log);
	const lines = readFileSync(file, "utf8").split("\n");
	expect(lines.slice(0, 4)).toEqual(Array.from({ length: 4 }, (_, line) => String(line).padStart(99, "0")));
	expect(lines[4]).toBe("0".repeat(50));
	expect(JSON.parse(lines[5] ?? "")).toMatchObject({ lost: 10, msg: "lines of output could not be written" });
	expect(lines.slice(6)).toEqual(["last", ""]);
});
