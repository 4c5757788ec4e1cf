import { Agent, type IncomingMessage, request as send } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "../fixtures";
import { findFreePort } from "../running-app/free-port";
import { startSecondApp } from "../running-app/second-app";
import { signInOverHttp } from "../sign-in/over-http";
import { type Ask, requestsOf } from "./every-request";

const REPORTER = new URL("./memory-reporter.mjs", import.meta.url).href;
const CONNECTIONS = 40;
/** How often everything is asked for whole, and how often broken off. */
const ROUNDS = process.env.LONG ? 100 : 1;
/** Beside the one of whom all is asked. */
const SIGN_INS = process.env.LONG ? 5 : 0;
/**
 * Code is compiled anew over its first hundreds of runs, and kept: the heap is not compared with that before. It says
 * nothing over one round, so it is compared in the long run alone.
 */
const WARM_UP_ROUNDS = 4;
const HEAP_GROWTH_BYTES_MAX = 5_000_000;
/** So long a page takes where as many are asked for at once: connections are broken off at moments up to it. */
const PAGE_MILLISECONDS = 400;

test(`at ${CONNECTIONS} connections nothing is kept of a request that is over, whole or broken off`, async ({
	playwright,
}) => {
	// An app of its own, and hundreds of requests; in the long run twelve thousand.
	test.setTimeout(process.env.LONG ? 600_000 : 120_000);
	const reportPort = await findFreePort();
	const app = await startSecondApp({
		NODE_OPTIONS: `--import=${REPORTER}`,
		MEMORY_REPORT_PORT: String(reportPort),
		LOG_LEVEL: "error",
	});
	const { address } = app.credentials;
	const asks = await requestsOf(app.credentials, await signInOverHttp(app.credentials, playwright.request));
	async function requestAll(rounds: number) {
		for (let count = 0; count < SIGN_INS; count += 1) await signInOverHttp(app.credentials, playwright.request);
		await ask(address, asks, rounds, whole);
		await ask(address, asks, rounds, brokenOff);
		// What was broken off last is still being made for a moment.
		let heapBytes = 0;
		const held = async () => {
			const reported = await report(reportPort);
			heapBytes = reported.heapBytes;
			return reported.held;
		};
		await expect.poll(held, { timeout: 20_000 }).toEqual([]);
		return heapBytes;
	}
	const before = process.env.LONG ? await requestAll(WARM_UP_ROUNDS) : undefined;
	const after = await requestAll(ROUNDS);
	if (before !== undefined) expect(after - before).toBeLessThanOrEqual(HEAP_GROWTH_BYTES_MAX);
	await app.stop();
});

type Way = (address: string, ask: Ask, agent: Agent, turn: number) => Promise<void>;

/** Everything so many times in turn, over all connections at once, which are closed in the end. */
async function ask(address: string, asks: Ask[], rounds: number, way: Way): Promise<void> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	let begun = 0;
	async function work() {
		while (begun < asks.length * rounds) {
			const turn = begun++;
			const one = asks[turn % asks.length];
			if (one) await way(address, one, agent, turn);
		}
	}
	await Promise.all(Array.from({ length: CONNECTIONS }, work));
	agent.destroy();
}

/** To the end; what is refused for want of capacity is asked for again when the app says. */
const whole: Way = async (address, ask, agent, turn) => {
	const { method, path, headers, body } = ask;
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		send(address + path, { method, headers, agent }, resolve)
			.once("error", reject)
			.end(body);
	});
	await text(answer);
	const { statusCode = 0, headers: answered } = answer;
	const seconds = Number(answered["retry-after"]);
	if (statusCode === 503 && seconds > 0) {
		await delay(seconds * 1_000);
		return whole(address, ask, agent, turn);
	}
	const endsAtSignIn = "cookie" in headers && /\/sign-in/.test(answered.location ?? "");
	if (statusCode >= 500 || endsAtSignIn) throw new Error(`${method} ${path} answered ${statusCode}`);
};

/** Broken off with the first byte of the answer, after a part of it, or at some moment before. */
const brokenOff: Way = (address, { method, path, headers, body }, agent, turn) =>
	new Promise((resolve) => {
		const leave = () => request.destroy();
		const request = send(address + path, { method, headers, agent }, (answer) => {
			if (turn % 4 === 0) leave();
			else answer.once("data", leave);
		});
		const timer = setTimeout(leave, turn % 4 < 2 ? PAGE_MILLISECONDS : (turn * 7) % PAGE_MILLISECONDS);
		request.on("error", () => {});
		request.once("close", () => {
			clearTimeout(timer);
			resolve();
		});
		request.end(body);
	});

/** What the app holds after the garbage collection. */
async function report(port: number): Promise<{ held: string[]; heapBytes: number }> {
	return JSON.parse(await text(connect(port, "127.0.0.1")));
}
