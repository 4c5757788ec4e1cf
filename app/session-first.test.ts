import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "@/lib/dashboard/session/permissions";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";

// Reading what was sent takes the server's time: it comes after the check of session and role.

const APP = import.meta.dirname;
const sources = globSync("**/*.ts", { cwd: APP }).filter((file) => !file.includes(".test."));
const ACTION_FILES = sources.filter((file) => readFileSync(join(APP, file), "utf8").startsWith('"use server"'));
const HANDLER_FILES = sources.filter((file) => /(^|\/)route\.ts$/.test(file));

/** They sign in and out, set the theme, send the font, tell whether the stores can be used, or receive what the tenant sends. */
const OPEN_HANDLERS = [
	"api/auth/[...nextauth]",
	"inter.woff2",
	"readyz",
	"sign-in/start",
	"sign-in-test/[protocol]",
	"sign-in-test/provider",
	"theme",
];

type Called = (...parameters: unknown[]) => unknown;

let reads = 0;

/** A form that counts how often it is read. */
const form = new Proxy(new FormData(), {
	get(target, name) {
		if (name === "constructor" || typeof name === "symbol") return Reflect.get(target, name);
		reads += 1;
		const member: unknown = Reflect.get(target, name);
		return typeof member === "function" ? member.bind(target) : member;
	},
});

function countedUrl(address: string) {
	return Object.defineProperty({}, "searchParams", {
		get() {
			reads += 1;
			return new URL(address).searchParams;
		},
	});
}

/** A request that counts how often anything but its head is read. */
function requestOf(method: string): Request {
	const request = new Request("http://localhost:3000/x?q=1", { method, headers: { origin: "http://localhost:3000" } });
	return new Proxy(request, {
		get(target, name) {
			if (name === "nextUrl") return countedUrl(target.url);
			if (name !== "headers" && name !== "method" && typeof name === "string") reads += 1;
			const member: unknown = Reflect.get(target, name);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
}

beforeAll(() => pointAtService("http://localhost:1"));
afterAll(clearDashboardState);

/** @returns whether what was sent was read */
async function isRead(called: Called, parameters: unknown[], who: Role | null): Promise<boolean> {
	signInAs(who);
	reads = 0;
	// Redirects are thrown.
	await Promise.resolve()
		.then(() => called(...parameters))
		.catch(() => {});
	return reads > 0;
}

/** The functions of a file by their names. */
async function functionsOf(file: string): Promise<[string, Called][]> {
	// biome-ignore lint/plugin: no fixed file, but each of `app`.
	const found = Object.entries((await import(join(APP, file))) as Record<string, Called>);
	return found.filter(([, member]) => typeof member === "function");
}

describe("server actions", () => {
	/** @returns the actions that read the form */
	async function readingActions(who: Role | null): Promise<string[]> {
		const reading: string[] = [];
		for (const file of ACTION_FILES) {
			for (const [name, action] of await functionsOf(file)) {
				const parameters = action.length === 1 ? [form] : [{}, form];
				if (await isRead(action, parameters, who)) reading.push(name);
			}
		}
		return reading.toSorted();
	}

	test("read no form without a session", async () => {
		expect(ACTION_FILES.length).toBeGreaterThan(15);
		expect(await readingActions(null)).toEqual([]);
	});

	test("read a viewer's form only where a viewer may do it", async () => {
		expect(await readingActions("viewer")).toEqual([
			// Its own session, the check of a response, “Try it” in the form of a template, and what may be proposed.
			...[
				"checkProviderResponseAction",
				"checkResponseAction",
				"commentOnProposalAction",
				"createTemplateAction",
				"deleteTemplateAction",
				"endSessionAction",
				"proposeRestAction",
				"reviseProposalAction",
				"updateTemplateAction",
				"withdrawProposalAction",
			],
		]);
	});

	test("read an editor's form", async () => {
		const all = (await Promise.all(ACTION_FILES.map(functionsOf))).flat().length;
		// Two have no form.
		expect(await readingActions("editor")).toHaveLength(all - 2);
	});
});

test("handlers read nothing of a request without a session but its head", async () => {
	const reading: string[] = [];
	for (const file of HANDLER_FILES) {
		const path = file.replace(/\/?route\.ts$/, "").replaceAll(/\([^)]*\)\//g, "");
		for (const [method, handler] of await functionsOf(file)) {
			const context = { params: Promise.resolve({ id: "x" }) };
			if (await isRead(handler, [requestOf(method), context], null)) reading.push(path);
		}
	}
	expect(HANDLER_FILES.length).toBeGreaterThan(20);
	expect(reading.filter((path) => !OPEN_HANDLERS.includes(path))).toEqual([]);
});
