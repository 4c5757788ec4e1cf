import { applicationsNamed, makeApplication } from "../applications/applications-page";
import { makeConnection } from "../connections/made-connection";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { actionBody, actionFields, actionsOfBuild, routesOfBuild } from "../http/of-build";
import { Visitor } from "../http/visitor";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { clockAhead } from "../running-app/clock-ahead";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { refusedCalls, unreadableCalls } from "./malformed-calls";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

const SIGN_IN = /\/sign-in/;
/** Longer than a session may be idle, shorter than it may last. */
const IDLE_TOO_LONG_MS = 3 * 3_600_000;

/** Fewer than the server serves. */
const WRITES_AT_ONCE = 10;

/** Routes that need no session: signing in and out, the theme, health, unknown paths, what the framework adds. */
const OPEN_ROUTES = /^\/(\[\.\.\.path|sign-in|theme|sign-out|api\/auth|readyz|_|icon|inter\.woff2)/;

async function actionIds(): Promise<string[]> {
	return (await actionsOfBuild()).map(({ id }) => id);
}

/** Another installation, with a clock of its own. */
let other: SecondApp;
/** An editor there. */
let outsider: Visitor;
const clock = clockAhead(IDLE_TOO_LONG_MS);
test.beforeAll(async () => {
	other = await startSecondApp(clock.settings);
	outsider = new Visitor(other.credentials.address);
	await outsider.signIn(other.credentials, "editor");
});
test.afterAll(async () => {
	clock.setBack();
	await other?.stop();
});

/** The session of a visitor, as its cookie holds it. */
function sessionOf(visitor: Visitor, { address }: { address: string }): string {
	const name = sessionCookie(address);
	const value = visitor.cookies().find((cookie) => cookie.name === name)?.value ?? "";
	expect(value.length).toBeGreaterThan(20);
	return value;
}

function sessionCookie(address: string): string {
	return `console.session.${new URL(address).port}`;
}

/** Every page and handler that needs a session. */
async function closedRoutes(): Promise<Route[]> {
	const routes = (await routesOfBuild()).filter(({ path }) => !OPEN_ROUTES.test(path));
	return routes.map(({ page, path }) => ({ page, path: path.replace("[id]", "vct_1") }));
}

test("no action and no route does anything for five kinds of bad credentials", async ({
	visit,
	credentials,
	managementToken,
}) => {
	test.setTimeout(300_000);
	const management = managementOf(credentials, managementToken);
	const [template, token, application, connection, leaving, remaining] = await Promise.all([
		management.createTemplate(`Sweep ${Date.now()}`, { portrait: true }),
		tokenOf(credentials, managementToken, "yuki.tanaka@example.com"),
		makeApplication(management, { name: "Opened" }),
		makeConnection(management, "Opened", { signInEndpoint: "https://opened.example/" }),
		visit("editor"),
		visit("editor"),
	]);
	const name = sessionCookie(credentials.address);

	const signedOut = sessionOf(leaving, credentials);
	const home = await leaving.open("/");
	const left = await leaving.press(home, "Sign out");
	expect(left.url.pathname).toBe("/sign-in");

	const classes: Record<string, string> = {
		none: "",
		garbage: "garbage",
		empty: '""',
		"a token of another issuer": sessionOf(outsider, other.credentials),
		"a signed-out copy": signedOut,
	};
	expect(Object.values(classes).filter((value) => value.length > 20)).toHaveLength(2);
	const actions = await actionIds();
	const routes = await closedRoutes();
	expect(actions.length).toBeGreaterThanOrEqual(6);
	expect(routes.length).toBeGreaterThanOrEqual(12);

	const ids = { template: template.id, application: application.client_id, connection: connection.id };
	const before = await stateOf(management, ids, token);
	const fields = actionFields(template.id, token.id, application.client_id, connection.id);
	for (const [turn, [kind, value]] of Object.entries(classes).entries()) {
		const headers: Record<string, string> = { origin: credentials.address };
		if (value) headers.cookie = `${name}=${value}`;
		await runAll(credentials.address, headers, actions, actionBody(fields), turn);
		await expectNothingServed(credentials.address, headers, routes, kind);
	}
	expect(await stateOf(management, ids, token)).toEqual(before);

	// The same requests succeed with an editor's session: only the session stopped them.
	const valid = { origin: credentials.address, cookie: `${name}=${sessionOf(remaining, credentials)}` };
	const body = actionBody(actionFields(template.id, "none", application.client_id, connection.id));
	for (const action of actions) await runAll(credentials.address, valid, [action], body);
	expect((await management.getTemplateResponse(template.id)).status).toBe(404);
	expect((await management.call("GET", `/clients/${application.client_id}`)).status).toBe(404);
	expect((await management.call("GET", `/connections/${connection.id}`)).status).toBe(404);
	expect([await sweptApplications(management), await sweptConnections(management)]).toEqual([1, 1]);
});

test("an action that is called with anything but its form refuses it, without a server error", async () => {
	const { address } = other.credentials;
	const cookie = outsider.cookieHeader();
	const pages = ["/templates/new", "/applications/new", "/connections/new", "/refresh-tokens/x", "/connection"];
	const bodies = [
		["", true],
		["null", true],
		["[]", false],
		['[null,"x"]', false],
		['[{"requested":1},"$K1"]', false],
	] as const;
	for (const [index, action] of (await actionIds()).entries()) {
		const calls = bodies.map(async ([body, refused], turn) => {
			for (const path of inTurn(pages, index + turn)) {
				const headers = { origin: address, cookie, "next-action": action, "content-type": "text/plain" };
				const response = await fetch(address + path, { method: "POST", headers, body, redirect: "manual" });
				const text = await response.text();
				if (refused) expect(text).toBe("The form cannot be read. Nothing was changed.\n");
				else expect(response.status, `${action} at ${path} with ${body}: ${text}`).toBeLessThan(500);
			}
		});
		await Promise.all(calls);
	}
});

test("a malformed call of an action is refused in words where its form shows that, else fails with a reference that the log has: nothing is done, no stack is sent, and the server goes on", async () => {
	const { address } = other.credentials;
	const actions = await actionsOfBuild();
	const own = actions.find(({ name }) => name === "createTemplateAction")?.id ?? "";
	const ofOtherPage = actions.find(({ name }) => name === "createApplicationAction")?.id ?? "";
	const send = async ({ action, body }: { action?: string; body: string | FormData }, accept: string) => {
		const headers: Record<string, string> = { origin: address, cookie: outsider.cookieHeader(), accept };
		if (action !== undefined) headers["next-action"] = action;
		if (typeof body === "string") headers["content-type"] = "text/plain;charset=UTF-8";
		const response = await fetch(`${address}/templates/new`, { method: "POST", headers, body, redirect: "manual" });
		const what = typeof body === "string" ? body.slice(0, 80) : JSON.stringify([...body]).slice(0, 200);
		return { status: response.status, text: await response.text(), id: response.headers.get("x-request-id"), what };
	};
	for (const call of refusedCalls(own)) {
		const { status, text, what } = await send(call, "*/*");
		expect([status, text, what]).toEqual([400, "The form cannot be read. Nothing was changed.\n", what]);
	}
	expect(other.output()).not.toMatch(/Error|^\s+at /m);
	const calls = unreadableCalls(own);
	// Next passes an action of another page on to that, and on its own would report a success.
	for (const call of [...calls, ...unreadableCalls(ofOtherPage).filter(({ action }) => action)]) {
		const { status, text, id, what } = await send(call, "text/x-component");
		const words = `This server made a mistake. It is noted in its log. Reference: ${id}\n`;
		expect([status, text, what]).toEqual([500, words, what]);
		expect(other.output()).toContain(`"requestId":"${id}"`);
	}
	for (const call of calls.filter(({ action }) => !action)) {
		const { status, text, id } = await send(call, "text/html");
		expect([status, text]).toEqual([500, expect.stringContaining("<h1>Something went wrong</h1>")]);
		expect(text).toContain(`Reference: ${id}`);
	}
	// Of each error a line or two, without paths.
	expect(other.output()).not.toMatch(/^\s+at .*[/\\]/m);
	expect((await fetch(`${address}/healthz`)).status).toBe(200);
	expect((await outsider.open("/templates/new")).status).toBe(200);
	const management = managementOf(other.credentials, await fetchManagementToken(other.credentials));
	expect(await sweptTemplates(management)).toBe(0);
});

test("no action and no route does anything for a session that has been idle for too long", async () => {
	test.setTimeout(300_000);
	const { credentials } = other;
	const headers = { origin: credentials.address, cookie: outsider.cookieHeader() };
	expect((await outsider.open("/templates/new")).url.pathname).toBe("/templates/new");
	clock.set();
	await runAll(credentials.address, headers, await actionIds(), actionBody(actionFields("vct_1", "none")));
	await expectNothingServed(credentials.address, headers, await closedRoutes(), "an idle session");
	const management = managementOf(credentials, await fetchManagementToken(credentials));
	const swept = [sweptTemplates, sweptApplications, sweptConnections].map((count) => count(management));
	expect(await Promise.all(swept)).toEqual([0, 0, 0]);
});

/** In the long run all, else one of them in rotation. */
function inTurn<T>(all: readonly T[], turn: number): T[] {
	return all.filter((_, index) => process.env.LONG || index === turn % all.length);
}

/**
 * Posts to every action as a browser or any other client can: in the long run to several pages, else to one of them in
 * rotation.
 */
async function runAll(
	address: string,
	headers: Record<string, string>,
	actions: string[],
	body: FormData,
	turn = 0,
): Promise<void> {
	const call = async (action: string, index: number) => {
		for (const path of inTurn(["/templates/new", "/refresh-tokens/x", "/connection", "/"], index + turn)) {
			const response = await fetch(address + path, {
				method: "POST",
				headers: { ...headers, "next-action": action, accept: "text/x-component" },
				body,
				redirect: "manual",
			});
			await response.text();
			expect(response.status, "refused before the action's own checks").not.toBe(503);
		}
	};
	for (let index = 0; index < actions.length; index += WRITES_AT_ONCE) {
		const group = actions.slice(index, index + WRITES_AT_ONCE);
		await Promise.all(group.map((action, place) => call(action, index + place)));
	}
}

type Route = { page: boolean; path: string };

/** A form that the handlers under “Try it” accept and others refuse. */
const TRY_IT = {
	intent: "try simulate",
	"try-licence": "whole",
	"try-rules": "iso",
	values: JSON.stringify({
		name: "Swept",
		type: "mdl",
		certificateAuthority: "",
		added: "",
		isKeyWithheld: false,
		elements: [{ name: "portrait", state: true }],
	}),
};

/** Pages redirect to the sign-in, handlers respond 401: neither shows anything of the tenant. */
async function expectNothingServed(
	address: string,
	headers: Record<string, string>,
	routes: Route[],
	credentialsKind: string,
): Promise<void> {
	const checks = routes.map(async ({ page, path }) => {
		const response = await fetch(address + path, { headers, redirect: "manual" });
		const shown = response.headers.get("location") ?? (await response.text());
		if (page) expect(shown, `${path} for ${credentialsKind}`).toMatch(SIGN_IN);
		else {
			expect([401, 404, 405], `${path} for ${credentialsKind}`).toContain(response.status);
			const body = new FormData();
			for (const [name, value] of Object.entries(TRY_IT)) body.append(name, value);
			const written = await fetch(address + path, { method: "POST", headers, body, redirect: "manual" });
			const redirect = written.headers.get("location") ?? "";
			if (written.status === 303) expect(redirect, `POST to ${path} for ${credentialsKind}`).toMatch(SIGN_IN);
			// 415: the plan of templates reads other bodies.
			else expect([400, 401, 403, 404, 405, 415], `POST to ${path} for ${credentialsKind}`).toContain(written.status);
			expect(await written.text(), `POST to ${path} for ${credentialsKind}`).not.toContain("verdict");
		}
	});
	await Promise.all(checks);
}

async function stateOf(
	management: ReturnType<typeof managementOf>,
	ids: { template: string; application: string; connection: string },
	token: Awaited<ReturnType<typeof tokenOf>>,
) {
	const { name, presentation } = await management.getTemplate(ids.template);
	// With its secret and its grants.
	const application = await management.json("GET", `/clients/${ids.application}`);
	const grants = await management.json("GET", `/client-grants?client_id=${ids.application}`);
	const connection = await management.json("GET", `/connections/${ids.connection}`);
	const made = [
		await sweptTemplates(management),
		await sweptApplications(management),
		await sweptConnections(management),
	];
	return { name, presentation, made, application, grants, connection, metadata: await token.metadata() };
}

/** How many applications an action of the sweep has made. */
async function sweptApplications(management: ReturnType<typeof managementOf>): Promise<number> {
	return (await applicationsNamed(management, "Swept")).length;
}

/** How many connections an action of the sweep has made. */
async function sweptConnections(management: ReturnType<typeof managementOf>): Promise<number> {
	return (await management.json<unknown[]>("GET", "/connections?name=Swept")).length;
}

/** How many templates an action of the sweep has made. */
async function sweptTemplates(management: ReturnType<typeof managementOf>): Promise<number> {
	const page = await (await management.call("GET", "/verifiable-credentials/verification/templates?take=100")).json();
	return page.templates.filter((each: { name: string }) => each.name === "Swept").length;
}
