import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../fixtures";
import { sendBytes } from "../http/raw-request";
import { Visitor } from "../http/visitor";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { findFreePort } from "../running-app/free-port";
import { startSecondApp } from "../running-app/second-app";
import { appEnvironment } from "../running-app/test-run";

/** With their exit codes. */
const SIGNALS = { SIGINT: 130, SIGHUP: 129, SIGTERM: 143 } as const;
const ROOT = join(import.meta.dirname, "..", "..");

/** Starts an app and ends it before it is ready. @returns settings for another start of the same app */
async function endEarly(signal: keyof typeof SIGNALS) {
	const dataDir = await mkdtemp(join(tmpdir(), "identity-console-signal-"));
	const port = await findFreePort();
	const env = { ...process.env, ...appEnvironment({ port, dataDir }) };
	const child = spawn(process.execPath, ["lib/cli/start/start.mjs"], { cwd: ROOT, env, stdio: "ignore" });
	const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
	// From then on it makes its keys and its tenant.
	await expect
		.poll(() => readFile(join(dataDir, "app-secret"), "utf8").catch(() => null), { intervals: [5], timeout: 60_000 })
		.not.toBeNull();
	child.kill(signal);
	expect(await ended, signal).toBe(SIGNALS[signal]);
	return { PORT: String(port), DATA_DIR: dataDir };
}

test("SIGINT and SIGHUP before the app is ready end it", async () => {
	for (const left of await Promise.all([endEarly("SIGINT"), endEarly("SIGHUP")])) {
		// Its data folder does not depend on the signal.
		if (process.env.LONG) expect(await (await startSecondApp(left)).stop()).toBe(143);
		await rm(left.DATA_DIR, { recursive: true, force: true });
	}
});

test("SIGTERM before the app is ready ends it, and it starts again; a stop then finishes the requests it has begun, refuses new ones, records the last calls, and logs no error", async () => {
	test.slow();
	const app = await startSecondApp(await endEarly("SIGTERM"));
	const { address } = app.credentials;
	const { host } = new URL(address);
	const editor = new Visitor(address);
	await editor.signIn(app.credentials, "editor");

	const token = await fetchManagementToken(app.credentials);
	const { id, metadata } = await tokenOf(app.credentials, token, "jose.nunez@example.org");
	const before = await metadata();
	const body = JSON.stringify({ refresh_token_metadata: { note: "written while the app stops" } });
	const patch = `PATCH /api/v2/refresh-tokens/${id} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

	// A truncated write changes nothing, wherever it is cut.
	const cut = await sendBytes(address, `${patch}\r\n${body.slice(0, -1)}`, { halfClose: true }).whole();
	expect(cut).toMatch(
		/^HTTP\/1\.1 400 [\s\S]*"message":"The request ended before it was complete. Nothing was changed."/,
	);
	const broken = sendBytes(address, `${patch}Expect: 100-continue\r\n\r\n${body.slice(0, -1)}`);
	await broken.until("100 Continue");
	broken.socket.resetAndDestroy();
	expect(await metadata()).toEqual(before);

	const begun = sendBytes(address, `${patch}Expect: 100-continue\r\n\r\n`);
	await begun.until("100 Continue");
	expect((await editor.open("/templates/vct_lastcall")).status).toBe(404);
	const stopped = app.stop({ keepData: true });
	await expect
		.poll(
			() =>
				fetch(`${address}/healthz`).then(
					({ status }) => status,
					() => "refused",
				),
			{ intervals: [20] },
		)
		.toBe("refused");
	// A second signal changes nothing.
	app.signal("SIGINT");
	begun.socket.write(body);
	const response = await begun.whole();
	expect(response).toMatch(/HTTP\/1\.1 200 [\s\S]*"note":"written while the app stops"/);
	expect(await stopped).toBe(143);
	expect(app.output()).not.toMatch(/"level":[56]0|failed|^\s+at /m);

	const again = await startSecondApp({ PORT: new URL(address).port, DATA_DIR: app.dataDir });
	try {
		const calls = await editor.open("/api-calls");
		expect(calls.getByRole("table").textContent).toContain("vct_lastcall");
		expect(await metadata()).toEqual({ note: "written while the app stops" });
	} finally {
		await again.stop();
	}
});
