import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "../fixtures";
import { findFreePort } from "../running-app/free-port";
import { startSecondApp } from "../running-app/second-app";
import { signInOverHttp } from "../sign-in/over-http";
import { type PreparedRequest, requestsOf } from "./every-request";

const REPORTER = new URL("./memory-reporter.mjs", import.meta.url).href;
const CONNECTIONS = 40;
/** How often every request is sent and read to the end, and how often aborted. */
const ROUNDS = 100;
/** Beside the one whose session the requests are sent with. */
const SIGN_INS = 5;
/** Code is compiled anew over its first hundreds of runs, and stays: the heap is compared only with that after them. */
const WARM_UP_ROUNDS = 4;
const HEAP_GROWTH_BYTES_MAX = 10_000_000;
/** How long a page takes where as many are requested at once: connections are aborted at moments up to it. */
const PAGE_MILLISECONDS = 400;

test.skip(!process.env.LONG, "in the long run, with twelve thousand requests to an app of its own");

test(`at ${CONNECTIONS} connections nothing is retained of a request that has ended or was aborted`, async ({
	playwright,
}) => {
	const reportPort = await findFreePort();
	const app = await startSecondApp({
		NODE_OPTIONS: `--import=${REPORTER}`,
		MEMORY_REPORT_PORT: String(reportPort),
		LOG_LEVEL: "error",
	});
	const { address } = app.credentials;
	const requests = await requestsOf(app.credentials, await signInOverHttp(app.credentials, playwright.request));
	async function requestAll(rounds: number) {
		for (let count = 0; count < SIGN_INS; count += 1) await signInOverHttp(app.credentials, playwright.request);
		await sendAll(address, requests, rounds, readToEnd);
		await sendAll(address, requests, rounds, abort);
		// The responses to those aborted last are still being made for a moment.
		let heapBytes = 0;
		const held = async () => {
			const reported = await report(reportPort);
			heapBytes = reported.heapBytes;
			return reported.held;
		};
		await expect.poll(held, { timeout: 20_000 }).toEqual([]);
		return heapBytes;
	}
	const before = await requestAll(WARM_UP_ROUNDS);
	expect((await requestAll(ROUNDS)) - before).toBeLessThanOrEqual(HEAP_GROWTH_BYTES_MAX);
	await app.stop();
});

type Send = (address: string, request: PreparedRequest, agent: Agent, turn: number) => Promise<void>;

/** Sends every request `rounds` times in turn, over all connections at once, which are closed in the end. */
async function sendAll(address: string, requests: PreparedRequest[], rounds: number, send: Send): Promise<void> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	let begun = 0;
	async function work() {
		while (begun < requests.length * rounds) {
			const turn = begun++;
			const next = requests[turn % requests.length];
			if (next) await send(address, next, agent, turn);
		}
	}
	await Promise.all(Array.from({ length: CONNECTIONS }, work));
	agent.destroy();
}

/** Reads the response to its end; a request beyond the bound is sent again after Retry-After. */
const readToEnd: Send = async (address, prepared, agent, turn) => {
	const { method, path, headers, body } = prepared;
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		httpRequest(address + path, { method, headers, agent }, resolve)
			.once("error", reject)
			.end(body);
	});
	await text(response);
	const { statusCode = 0, headers: received } = response;
	const seconds = Number(received["retry-after"]);
	if (statusCode === 503 && seconds > 0) {
		await delay(seconds * 1_000);
		return readToEnd(address, prepared, agent, turn);
	}
	const endsAtSignIn = "cookie" in headers && /\/sign-in/.test(received.location ?? "");
	if (statusCode >= 500 || endsAtSignIn) throw new Error(`${method} ${path} → ${statusCode}`);
};

/** Aborts the request with the first byte of the response, after a part of it, or at some moment before. */
const abort: Send = (address, { method, path, headers, body }, agent, turn) =>
	new Promise((resolve) => {
		const destroy = () => request.destroy();
		const request = httpRequest(address + path, { method, headers, agent }, (response) => {
			if (turn % 4 === 0) destroy();
			else response.once("data", destroy);
		});
		const timer = setTimeout(destroy, turn % 4 < 2 ? PAGE_MILLISECONDS : (turn * 7) % PAGE_MILLISECONDS);
		request.on("error", () => {});
		request.once("close", () => {
			clearTimeout(timer);
			resolve();
		});
		request.end(body);
	});

/** What the app still holds of requests after a garbage collection, and its heap. */
async function report(port: number): Promise<{ held: string[]; heapBytes: number }> {
	return JSON.parse(await text(connect(port, "127.0.0.1")));
}
