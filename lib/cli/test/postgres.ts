import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacks, programPath } from "../../testing/programs.mjs";
import { exitCodeOf } from "../child.mjs";
import { findFreePort } from "../port.ts";

const START_WITHIN_MILLISECONDS = 30_000;
// Ends and cleans up after a parent that was killed outright: the shell's input closes with the parent.
const SERVE_UNTIL_INPUT_CLOSES =
	'"$@" & server=$!; cat > /dev/null; kill -INT "$server"; wait "$server"; rm -rf "$FOLDER"';

type Account = { uid: number; gid: number };

/**
 * Starts a PostgreSQL of its own, on the loopback and in a temporary folder, for one run of the tests.
 * @returns undefined when none is installed
 * @throws Error when one is installed but does not start
 */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<unknown> } | undefined> {
	if (lacks("PostgreSQL")) return undefined;
	const account = serverAccount();
	const folder = mkdtempSync(join(tmpdir(), "identity-console-postgres-"));
	const data = join(folder, "data");
	const password = randomBytes(16).toString("hex");
	const passwordFile = join(folder, "password");
	mkdirSync(data, { mode: 0o700 });
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (account) for (const path of [folder, data, passwordFile]) chownSync(path, account.uid, account.gid);
	try {
		const port = await findFreePort();
		initialize(data, passwordFile, account);
		const stop = await serve(data, port, folder, account);
		return { url: `postgres://tester:${password}@127.0.0.1:${port}/postgres`, stop };
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
}

/** PostgreSQL refuses to run as root; its package creates an account for it. */
function serverAccount(): Account | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(spawnSync(programPath("id"), [flag, "postgres"], { encoding: "utf8" }).stdout);
	const account = { uid: id("-u"), gid: id("-g") };
	if (!account.uid || !account.gid) throw new Error('it does not run as root, and there is no account "postgres"');
	return account;
}

function initialize(data: string, passwordFile: string, account: Account | undefined): void {
	const parameters = ["-D", data, "-U", "tester", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
	const locale = ["--encoding=UTF8", "--locale=C", "--no-sync"];
	const options = { ...account, cwd: data, encoding: "utf8" } as const;
	const { status, stdout, stderr, error } = spawnSync(programPath("initdb"), [...parameters, ...locale], options);
	if (status !== 0) throw error ?? new Error(`initdb failed: ${stdout}${stderr}`);
}

/** @returns the function that ends the server and deletes its folder */
async function serve(data: string, port: number, folder: string, account: Account | undefined) {
	const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", fsync: "off" };
	const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	const command = [programPath("postgres"), "-D", data, ...flags];
	const shell = spawn(programPath("sh"), ["-c", SERVE_UNTIL_INPUT_CLOSES, "sh", ...command], {
		...account,
		cwd: folder,
		env: { ...process.env, FOLDER: folder, LC_ALL: "C" },
		stdio: ["pipe", "ignore", "pipe"],
		// Ctrl+C belongs to this process, which then closes the shell's input.
		detached: true,
	});
	const ended = exitCodeOf(shell);
	const stop = () => {
		shell.stdin.end();
		return ended.then(() => rmSync(folder, { recursive: true, force: true }));
	};
	const log = await logUntilReady(shell);
	if (log === undefined) return stop;
	await stop();
	throw new Error(`it did not start: ${log}`);
}

/** @returns undefined when ready, else the server's log */
function logUntilReady(shell: ChildProcess): Promise<string | undefined> {
	const { promise, resolve } = Promise.withResolvers<string | undefined>();
	let log = "";
	const late = setTimeout(() => resolve(log), START_WITHIN_MILLISECONDS);
	shell.stderr?.on("data", (chunk) => {
		log += chunk;
		if (log.includes("ready to accept connections")) resolve(undefined);
		if (/FATAL|PANIC/.test(log)) resolve(log);
	});
	shell.once("exit", () => resolve(log));
	return promise.finally(() => clearTimeout(late));
}
