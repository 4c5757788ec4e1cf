import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lacks, pathWith, programPath } from "@/lib/testing/programs.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const FENCE = /^```(.*)$/;
/** A line that no block prints. */
const END_OF_BLOCK = "── end of block ──";
const WITHIN_MILLISECONDS = 90_000;

/** A block of commands in a page for readers to run. */
export type RunnableBlock = {
	/** Of its first line in the page, from 1. */
	line: number;
	commands: string;
	/** Its output as the page states it; null where the page states none. */
	output: string | null;
};

/** The pages with blocks that are marked `sh runnable`, by their paths in the project. */
export function runnablePages(): { page: string; blocks: RunnableBlock[] }[] {
	const pages = [
		"README.md",
		"CONTRIBUTING.md",
		"SECURITY.md",
		...inFolder("docs"),
		...inFolder("docs/guides"),
		...inFolder("docs/decisions"),
	];
	return pages
		.map((page) => ({ page, blocks: blocksOf(readFileSync(join(ROOT, page), "utf8")) }))
		.filter(({ blocks }) => blocks.length > 0);
}

function inFolder(folder: string): string[] {
	return readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith(".md"))
		.map((name) => `${folder}/${name}`);
}

/** The output of a block is the next fenced block, where that is marked `output`. */
function blocksOf(text: string): RunnableBlock[] {
	const blocks: RunnableBlock[] = [];
	let last: RunnableBlock | undefined;
	const lines = text.split("\n");
	for (let index = 0; index < lines.length; index += 1) {
		const mark = FENCE.exec(lines[index] ?? "")?.[1];
		if (mark === undefined) continue;
		const end = lines.indexOf("```", index + 1);
		if (end < 0) throw new Error(`A block at line ${index + 1} does not end.`);
		const content = lines.slice(index + 1, end).join("\n");
		if (mark === "sh runnable") {
			last = { line: index + 2, commands: content, output: null };
			blocks.push(last);
		} else {
			if (mark === "output" && last) last.output = content;
			last = undefined;
		}
		index = end;
	}
	return blocks;
}

/** What the blocks need, beside Node and npm. */
export const missingForBlocks = lacks("bash", "curl", "grep", "sh");

/**
 * Runs the blocks in order, in one shell that ends with the first failure.
 * @returns the standard output of each block that ran, and why the shell ended early
 */
export async function runBlocks(
	blocks: readonly RunnableBlock[],
	env: NodeJS.ProcessEnv,
): Promise<{ outputs: string[]; failure: string | null }> {
	const script = blocks.map(({ commands }) => `${commands}\nprintf '%s\\n' '${END_OF_BLOCK}'\n`).join("");
	const PATH = pathWith("curl", "grep", "sh");
	const options = { cwd: ROOT, env: { ...env, PATH }, timeout: WITHIN_MILLISECONDS };
	const ran = promisify(execFile)(programPath("bash"), ["-euo", "pipefail", "-c", script], options);
	const { stdout, failure } = await ran.then(
		(done) => ({ stdout: done.stdout, failure: null }),
		(error: { stdout: string; stderr: string; code?: number }) => ({
			stdout: error.stdout,
			failure: `exit code ${error.code}: ${error.stderr}`,
		}),
	);
	return { outputs: stdout.split(`${END_OF_BLOCK}\n`).slice(0, -1), failure };
}

/** The page's output as a pattern: `…` stands for any text on its line. */
export function patternOf(output: string): RegExp {
	const escaped = output.split("…").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
	return new RegExp(`^${escaped.join(".*")}$`);
}
