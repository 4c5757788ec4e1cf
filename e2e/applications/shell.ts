import { spawn } from "node:child_process";
import { lacks, pathWith, programPath } from "@/lib/testing/programs.mjs";

const WITHIN_MILLISECONDS = 30_000;
const END = "── end ──";

export type Shell = {
	/** Runs commands in the same shell as those before. @returns their standard output */
	paste: (commands: string) => Promise<string>;
	close: () => void;
};

/** The missing programs that the pages' commands need, beside Node. */
export const missingForShell = lacks("bash", "curl", "openssl", "tr");

/** An interactive shell: variables of one paste are set in the next one. */
export function openShell(variables: Record<string, string> = {}): Shell {
	const env = { ...process.env, PATH: pathWith("curl", "openssl", "tr"), ...variables };
	const child = spawn(programPath("bash"), ["--norc"], { env, stdio: ["pipe", "pipe", "pipe"] });
	let output = "";
	let errors = "";
	let onOutput = () => {};
	child.stdout.on("data", (chunk: Buffer) => {
		output += chunk;
		onOutput();
	});
	child.stderr.on("data", (chunk: Buffer) => {
		errors += chunk;
	});
	return {
		paste(commands) {
			output = "";
			errors = "";
			child.stdin.write(`${commands}\nprintf '\\n%s\\n' '${END}'\n`);
			return new Promise((resolve, reject) => {
				const timer = setTimeout(
					() => reject(new Error(`No end of:\n${commands}\n${output}\n${errors}`)),
					WITHIN_MILLISECONDS,
				);
				onOutput = () => {
					const end = output.indexOf(`\n${END}`);
					if (end < 0) return;
					clearTimeout(timer);
					resolve(output.slice(0, end).trim());
				};
				onOutput();
			});
		},
		close: () => void child.kill(),
	};
}
