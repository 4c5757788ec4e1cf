import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { inRequest } from "@/lib/dashboard/testing/in-request";
import { browser } from "@/lib/dashboard/testing/next-headers";

// A read token opens its three URLs, one that proposes one, and each is nothing anywhere else: each page, handler and
// action is as without it. The paths of the service are swept by e2e/server/role-sweep.spec.ts.

const APP = import.meta.dirname;
const sources = globSync("**/*.ts", { cwd: APP }).filter((file) => !file.includes(".test."));
const HANDLERS = sources.filter((file) => /(^|\/)route\.ts$/.test(file));
const ACTIONS = sources.filter((file) => readFileSync(join(APP, file), "utf8").startsWith('"use server"'));
const OPENED = ["api/console/activity", "api/console/log-stream/feed", "api/console/templates/plan"];
const OPENED_TO_PROPOSE = ["api/console/proposals"];

type Called = (...parameters: unknown[]) => unknown;

let headers: string[] = [];
/** Of a token that reads, and of one that proposes. */
let bearers: string[] = [];
beforeAll(async () => {
	await pointAtService("http://127.0.0.1:9");
	signInAs("editor");
	const tokens = [
		await newToken("Swept", { stays: true }),
		await newToken("Swept proposer", { stays: true, rights: "propose" }),
	];
	signInAs(null);
	bearers = tokens.map((token) => `Bearer ${token}`);
	headers = [...bearers, ...tokens.map((token) => `Basic ${btoa(`x:${token}`)}`)];
});
afterEach(() => {
	browser.authorization = null;
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});
afterAll(clearDashboardState);

/** What comes of a call: a response's head, a result, or what was thrown; references and the like differ each time. */
async function outcomeOf(call: () => unknown, authorization: string | null): Promise<string> {
	browser.authorization = authorization;
	try {
		const result = await inRequest(async () => call());
		if (result instanceof Response) return `${result.status} ${result.headers.get("location") ?? ""}`;
		return JSON.stringify(result ?? null).replaceAll(/"[0-9a-f]{8}"/g, '"reference"');
	} catch (error) {
		const { digest, message } = error as { digest?: string; message?: string };
		return String(digest ?? message);
	}
}

async function functionsOf(file: string): Promise<[string, Called][]> {
	// biome-ignore lint/plugin: no fixed file, but each of `app`.
	const found = Object.entries((await import(join(APP, file))) as Record<string, Called>);
	return found.filter(([, member]) => typeof member === "function");
}

async function expectSame(what: string, call: (authorization: string | null) => unknown): Promise<string> {
	const without = await outcomeOf(() => call(null), null);
	for (const header of headers) expect([what, await outcomeOf(() => call(header), header)]).toEqual([what, without]);
	return without;
}

describe("a read token", () => {
	test("opens no handler but its own", async () => {
		const opened: string[][] = [[], []];
		for (const file of HANDLERS) {
			const path = file.replace(/\/?route\.ts$/, "").replaceAll(/\([^)]*\)\//g, "");
			for (const [method, handler] of await functionsOf(file)) {
				const call = (authorization: string | null) => {
					const sent = { method, headers: { ...(authorization && { authorization }) } };
					const request = new NextRequest("http://localhost:3000/x", sent);
					return handler(request, { params: Promise.resolve({ id: "x", nextauth: ["session"] }) });
				};
				if (![...OPENED, ...OPENED_TO_PROPOSE].includes(path)) await expectSame(`${method} ${path}`, call);
				else {
					const without = await outcomeOf(() => call(null), null);
					for (const [index, authorization] of bearers.entries())
						if ((await outcomeOf(() => call(authorization), null)) !== without) opened[index]?.push(path);
				}
			}
		}
		expect(HANDLERS.length).toBeGreaterThan(20);
		expect(opened.map((paths) => paths.toSorted())).toEqual([OPENED, OPENED_TO_PROPOSE]);
	});

	test("opens no page", async () => {
		const sample = new Proxy({} as Sample, { get: () => "x" });
		for (const page of consolePages) {
			const outcome = await expectSame(page.route, () => renderPage(page, sample));
			const isSignedOut = /^NEXT_REDIRECT;.*\/sign-in\?/.test(outcome) || page.route === "/[...path]";
			expect([page.route, isSignedOut]).toEqual([page.route, true]);
		}
	});

	test("calls no action", async () => {
		browser.origin = "http://localhost:3000";
		for (const file of ACTIONS) {
			for (const [name, action] of await functionsOf(file)) {
				await expectSame(name, () => (action.length === 1 ? action(new FormData()) : action({}, new FormData())));
			}
		}
		expect(ACTIONS.length).toBeGreaterThan(15);
	});
});
