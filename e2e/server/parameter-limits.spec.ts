import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "../fixtures";
import { dashboardPaths, servicePaths } from "../http/every-path";
import { actionsOfBuild } from "../http/of-build";
import { rawRequest } from "../http/raw-request";
import { Visitor } from "../http/visitor";
import { findFreePort } from "../running-app/free-port";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { signInOverHttp } from "../sign-in/over-http";

const REPORTER = new URL("./parser-reporter.mjs", import.meta.url).href;
const TARGET_PARAMETERS = 500;
const FORM_FIELDS = 1_000;
/** The form that begins an incident has a field for each of its users. */
const PAGE_FIELDS: Record<string, number> = { "/incidents/vct_1": 3_000 };
/** Forms whose fields the service parses like a query. */
const QUERY_FIELDS: Record<string, number> = { "/authorize": 100, "/oidc/logout": 100 };
/** It takes a folder of files. */
const UPLOAD = { path: "/templates/import/upload", parts: 3_010 };
/** These read no form. */
const READ_ONLY = [
	...["/_global-error", "/icon.svg", "/inter.woff2"],
	...["/api/console/activity", "/api/console/log-stream/feed", "/api/console/templates/plan", "/api/console/proposals"],
];
const REFUSED = /has more than (100|500|1000|3000) (parameters|fields)|More than 3,000 files were sent/;
const URL_ENCODED = "application/x-www-form-urlencoded";

/** A request that is sent beyond its limit and, unless another one stands for it, at its limit. */
type Limited = {
	what: string;
	method: string;
	path: string;
	max: number;
	headers: Record<string, string>;
	isBeyondOnly?: boolean;
};
/** Where a page's parameters are sent: at the limit in the long run in every way, else in one of them in rotation. */
const WAYS = ["target", "form", "parts"] as const;

let app: SecondApp;
let reportPort: number;
/** Of an editor. */
let session: { cookie: string; origin: string };
test.beforeAll(async ({ playwright }) => {
	reportPort = await findFreePort();
	app = await startSecondApp({
		NODE_OPTIONS: `--import=${REPORTER}`,
		PARSER_REPORT_PORT: String(reportPort),
		LOG_LEVEL: "error",
	});
	const cookie = await signInOverHttp(app.credentials, playwright.request);
	session = { cookie, origin: app.credentials.address };
});
test.afterAll(() => app?.stop());

test("no endpoint, page, handler or action passes more parameters to a parser than its limit", async () => {
	const { address, base_url } = app.credentials;
	const pages = await dashboardPaths();
	const withForms = pages.filter((path) => !READ_ONLY.includes(path));
	const endpoints = await servicePaths(base_url);
	const actions = await actionsOfBuild();
	expect([pages.length >= 30, endpoints.length >= 60, actions.length >= 20]).toEqual([true, true, true]);
	const form = { ...session, "content-type": URL_ENCODED };
	const parts = { ...session, "content-type": "multipart/form-data; boundary=b" };
	const isBeyondOnly = (path: string, way: (typeof WAYS)[number]) =>
		!process.env.LONG && WAYS[pages.indexOf(path) % WAYS.length] !== way;
	const requests: Limited[] = [
		...pages.map((path) => ({
			what: "target",
			method: "GET",
			path,
			max: TARGET_PARAMETERS,
			headers: session,
			isBeyondOnly: isBeyondOnly(path, "target"),
		})),
		...endpoints.map((path) => ({
			what: "target",
			method: "GET",
			path,
			max: TARGET_PARAMETERS,
			headers: session,
		})),
		...endpoints.map((path) => ({
			what: "form",
			method: "POST",
			path,
			max: QUERY_FIELDS[path] ?? FORM_FIELDS,
			headers: form,
		})),
		...withForms.flatMap((path) => [
			{
				what: "form",
				method: "POST",
				path,
				max: PAGE_FIELDS[path] ?? FORM_FIELDS,
				headers: form,
				isBeyondOnly: isBeyondOnly(path, "form"),
			},
			{
				what: "parts",
				method: "POST",
				path,
				headers: parts,
				max: path === UPLOAD.path ? UPLOAD.parts : (PAGE_FIELDS[path] ?? FORM_FIELDS),
				isBeyondOnly: isBeyondOnly(path, "parts"),
			},
		]),
		...actions.map(({ id, name }) => ({
			what: `action ${name}`,
			method: "POST",
			path: "/templates/new",
			max: FORM_FIELDS,
			headers: { ...parts, "next-action": id, accept: "text/x-component" },
		})),
	];
	let last = 0;
	/** @param count of its parameters or fields. @returns the mark that their names begin with, and the response */
	const send = async ({ what, method, path, headers }: Limited, count: number) => {
		last += 1;
		const mark = `mark${last}-`;
		// The names of an action's fields have a number before them, and its arguments are a field of their own.
		const isAction = what.startsWith("action");
		const names = Array.from({ length: isAction ? count - 1 : count }, (_, index) => `${mark}${index}`);
		if (what === "target") {
			const target = path + (path.includes("?") ? "&" : "?") + names.slice(path.includes("?") ? 1 : 0).join("&");
			return { mark, ...(await rawRequest(address, method, target, headers)) };
		}
		if (what === "form") return { mark, ...(await rawRequest(address, method, path, headers, names.join("&"))) };
		const fields = names.map((name) => [isAction ? `_1_${name}` : name, ""]);
		const body = [...fields, ...(isAction ? [["0", '[{},"$K1"]']] : [])]
			.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
			.join("");
		return { mark, ...(await rawRequest(address, method, path, headers, `${body}--b--\r\n`)) };
	};

	const atLimit: Record<string, Limited> = {};
	const beyond: Record<string, Limited> = {};
	for (const each of requests) {
		const what = `${each.what} of ${each.path}`;
		const refused = await send(each, each.max + 1);
		beyond[refused.mark] = each;
		expect([refused.status, REFUSED.test(refused.body)], what).toEqual([400, true]);
		// A sign-out would end the session of the other requests.
		if (each.isBeyondOnly || each.path === "/sign-out") continue;
		const accepted = await send(each, each.max);
		atLimit[accepted.mark] = each;
		expect(accepted.body, what).not.toMatch(REFUSED);
		expect(accepted.status, what).toBeLessThan(500);
	}
	const seen: Record<string, string[]> = JSON.parse(await text(connect(reportPort, "127.0.0.1")));
	expect(Object.keys(seen).filter((mark) => mark in beyond)).toEqual([]);
	/** How many were parsed at the limit: proves that the reporter sees what is parsed. */
	const parsed = (what: string, parser: string) =>
		Object.entries(atLimit).filter(([mark, each]) => each.what.startsWith(what) && seen[mark]?.includes(parser)).length;
	// Health checks reach Next without parameters.
	const pagesAtLimit = process.env.LONG ? withForms.length : Math.floor(pages.length / WAYS.length);
	expect(parsed("target", "URL.searchParams")).toBeGreaterThanOrEqual(pagesAtLimit - 2);
	expect(parsed("form", "URLSearchParams")).toBeGreaterThanOrEqual(10);
	expect(parsed("parts", "formData")).toBeGreaterThanOrEqual(pagesAtLimit - 2);
	expect(parsed("action", "formData")).toBe(actions.length);
});

test("the largest form of the console but that of an incident, the revocation of 500 tokens, is accepted, and one of 501 is not", async () => {
	const [revoke] = (await actionsOfBuild()).filter(({ name }) => name === "revokeManyAction");
	const { address } = app.credentials;
	const signedIn = async (role: "viewer" | "editor") => {
		const visitor = new Visitor(address);
		await visitor.signIn(app.credentials, role);
		return visitor.cookieHeader();
	};
	const responseTo = async (count: number, cookie: string) => {
		const body = new FormData();
		for (let index = 0; index < count; index += 1) body.append("_1_token", `dcr_${index}`);
		body.set("_1_userId", "auth0|none");
		body.set("0", '[{"requested":[],"gone":[],"left":[],"unconfirmed":[],"isOneByOne":false},"$K1"]');
		expect([...body]).toHaveLength(count + 2);
		const headers = { cookie, origin: address, "next-action": revoke?.id ?? "" };
		const response = await fetch(`${address}/refresh-tokens/revoke`, {
			method: "POST",
			headers: { ...headers, accept: "text/x-component" },
			body,
			redirect: "manual",
		});
		return response.text();
	};
	// The server reads the form before it knows the role, so that nothing has to be revoked.
	expect(await responseTo(500, await signedIn("viewer"))).toContain("needs the editor or support role");
	expect(await responseTo(501, await signedIn("editor"))).toContain("Nothing was revoked.");
});
