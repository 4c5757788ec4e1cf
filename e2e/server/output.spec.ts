import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../fixtures";
import { findFreePort } from "../running-app/free-port";
import { appEnvironment } from "../running-app/test-run";

/** Each writes a line to the log: a callback without a sign-in. */
const LINES = process.env.LONG ? 60 : 12;

const outputs = [
	{ to: "a full disk", open: () => openSync("/dev/full", "w") },
	{ to: "a pipe that is no longer read", open: () => "pipe" as const },
];

for (const { to, open } of outputs) {
	test(`an app whose output goes to ${to} starts, serves and stops as usual`, async ({ request }) => {
		test.skip(process.platform !== "linux", "the device that is always full is Linux's");
		const [port, dataDir] = [await findFreePort(), await mkdtemp(join(tmpdir(), "identity-console-output-"))];
		const output = open();
		const app = spawn(process.execPath, ["lib/cli/run.mjs", "lib/cli/start/start.mjs"], {
			env: { ...process.env, ...appEnvironment({ port, dataDir }) },
			stdio: ["ignore", output, output],
		});
		app.stdout?.destroy();
		app.stderr?.destroy();
		try {
			const address = `http://localhost:${port}`;
			await expect
				.poll(() => request.get(`${address}/healthz`).then(isOk, () => false), { timeout: 60_000 })
				.toBe(true);
			for (let line = 0; line < LINES; line += 1) {
				const callback = `${address}/api/auth/callback/identity-service?state=none`;
				const { location } = (await request.get(callback, { maxRedirects: 0 })).headers();
				expect(location).toContain("error=OAuthCallback");
			}
			expect(await request.get(`${address}/healthz`).then(isOk)).toBe(true);
			expect(await stop(app)).toBe(143);
		} finally {
			app.kill();
			if (typeof output === "number") closeSync(output);
			await rm(dataDir, { recursive: true, force: true });
		}
	});
}

const isOk = (response: { ok: () => boolean }) => response.ok();

async function stop(app: ChildProcess): Promise<number | null> {
	const exited = once(app, "exit");
	app.kill("SIGTERM");
	const [code] = await exited;
	return code;
}
