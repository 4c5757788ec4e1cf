import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { cookieOf } from "../http/replay-action";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { findFreePort } from "../running-app/free-port";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

const REPORTER = new URL("./memory-reporter.mjs", import.meta.url).href;
const CONNECTIONS = 40;
const WHOLE = 600;
const BROKEN_OFF = 1_500;
/** Code is compiled anew over its first hundreds of runs, and kept: these views do not count. */
const WARM_UP = { whole: 300, brokenOff: 600 };
const RESPONSES_MAX = 20;
const HEAP_GROWTH_BYTES_MAX = 5_000_000;
/** So long a page takes where as many are asked for at once: connections are broken off at moments up to it. */
const PAGE_MILLISECONDS = 400;

test.use({ reuseSessions: false });

test(`${WHOLE} whole and ${BROKEN_OFF} broken-off views leave no answers and no heap behind`, async ({ page }) => {
	// An app of its own, and three thousand views.
	test.setTimeout(240_000);
	const reportPort = await findFreePort();
	const app = await startSecondApp({
		NODE_OPTIONS: `--import=${REPORTER}`,
		MEMORY_REPORT_PORT: String(reportPort),
		LOG_LEVEL: "error",
	});
	const addresses = await pageAddresses(app);
	const cookie = await signIn(app, page);
	await view(WARM_UP.whole, addresses, cookie, whole);
	await view(WARM_UP.brokenOff, addresses, cookie, brokenOff);
	await expect.poll(async () => (await report(reportPort)).responses).toBeLessThanOrEqual(RESPONSES_MAX);
	const before = await report(reportPort);

	await view(WHOLE, addresses, cookie, whole);
	await view(BROKEN_OFF, addresses, cookie, brokenOff);
	// What was broken off last is still being made for a moment.
	await expect.poll(async () => (await report(reportPort)).responses).toBeLessThanOrEqual(RESPONSES_MAX);
	const grown = async () => (await report(reportPort)).heapBytes - before.heapBytes;
	await expect.poll(grown).toBeLessThanOrEqual(HEAP_GROWTH_BYTES_MAX);
	await app.stop();
});

/** List, template and token page. */
async function pageAddresses({ credentials }: SecondApp): Promise<string[]> {
	const token = await fetchManagementToken(credentials);
	const { id } = await managementOf(credentials, token).createTemplate("Viewed often", { portrait: true });
	const refreshToken = await tokenOf(credentials, token, "amara.okafor@example.com");
	return ["/templates", `/templates/${id}`, `/refresh-tokens/${refreshToken.id}`].map(
		(path) => credentials.address + path,
	);
}

/** @returns the session as a cookie header */
async function signIn({ credentials: { address, sign_ins } }: SecondApp, page: Page): Promise<string> {
	await page.goto(`${address}/templates`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("textbox", { name: "Email" }).fill(sign_ins.editor.email);
	await page.getByLabel("Password", { exact: true }).fill(sign_ins.editor.password);
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
	const cookie = await cookieOf(page.context());
	await page.close();
	return cookie;
}

type View = (
	address: string,
	options: { agent: Agent; headers: Record<string, string> },
	turn: number,
) => Promise<void>;

/** So many views of the pages in turn, over all connections at once, which are closed in the end. */
async function view(count: number, addresses: string[], cookie: string, one: View): Promise<void> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	let begun = 0;
	async function work() {
		while (begun < count) {
			const turn = begun++;
			await one(addresses[turn % addresses.length] ?? "", { agent, headers: { cookie } }, turn);
		}
	}
	await Promise.all(Array.from({ length: CONNECTIONS }, work));
	agent.destroy();
}

const whole: View = (address, options) =>
	new Promise((resolve, reject) => {
		const request = get(address, options, async (answer) => {
			const body = await text(answer);
			if (answer.statusCode === 200 && body.includes("</html>")) resolve();
			else reject(new Error(`${address} answered ${answer.statusCode}`));
		});
		request.once("error", reject);
	});

/** Broken off with the first byte of the answer, after a part of it, or at some moment before. */
const brokenOff: View = (address, options, turn) =>
	new Promise((resolve) => {
		const leave = () => request.destroy();
		const request = get(address, options, (answer: IncomingMessage) => {
			if (turn % 4 === 0) leave();
			else answer.once("data", leave);
		});
		const timer = setTimeout(leave, turn % 4 < 2 ? PAGE_MILLISECONDS : (turn * 7) % PAGE_MILLISECONDS);
		request.on("error", () => {});
		request.once("close", () => {
			clearTimeout(timer);
			resolve();
		});
	});

/** What the app holds after the garbage collection. */
async function report(port: number): Promise<{ responses: number; heapBytes: number }> {
	return JSON.parse(await text(connect(port, "127.0.0.1")));
}
