import type { APIRequestContext, BrowserContext } from "@playwright/test";
import { applicationsNamed, makeApplication } from "../applications/applications-page";
import { makeConnection } from "../connections/made-connection";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { actionBody, actionFields, actionsOfBuild, routesOfBuild } from "../http/of-build";
import { cookieOf } from "../http/replay-action";
import { signOut } from "../page/sign-out";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

// Sessions end here, and one that others go on with must not.
test.use({ reuseSessions: false });

const SIGN_IN = /\/sign-in/;
/** Longer than a session may be idle, shorter than it may last. */
const IDLE_TOO_LONG_MS = 3 * 3_600_000;

/** What needs no session: signing in and out, the theme, health, what the framework adds. */
const OPEN_ROUTES = /^\/(sign-in|theme|sign-out|api\/auth|healthz|readyz|_|icon)/;

async function actionIds(): Promise<string[]> {
	return (await actionsOfBuild()).map(({ id }) => id);
}

/** Every page and handler behind the session. */
async function closedRoutes(): Promise<Route[]> {
	const routes = (await routesOfBuild()).filter(({ path }) => !OPEN_ROUTES.test(path));
	return routes.map(({ page, path }) => ({ page, path: path.replace("[id]", "vct_1") }));
}

test("no action and no route does anything for six kinds of bad credentials", async ({
	page,
	request,
	signIn,
	openContext,
	credentials,
	managementToken,
}) => {
	test.setTimeout(300_000);
	const management = managementOf(credentials, managementToken);
	const template = await management.createTemplate(`Sweep ${Date.now()}`, { portrait: true });
	const token = await tokenOf(credentials, managementToken, "yuki.tanaka@example.com");
	const application = await makeApplication(management, { name: "Opened" });
	const connection = await makeConnection(management, "Opened", { signInEndpoint: "https://opened.example/" });
	const name = `console.session.${new URL(credentials.address).port}`;
	const sessionOfContext = async (context: BrowserContext) =>
		(await context.cookies()).find((cookie) => cookie.name === name)?.value ?? "";

	const viewer = await openContext();
	await signIn(await viewer.newPage(), "viewer");
	await signIn(page, "editor");
	const signedOut = await sessionOfContext(page.context());
	await page.goto("/");
	await signOut(page);
	await expect(page).toHaveURL(SIGN_IN);
	const other = await startSecondApp();
	const { value: otherIssuer } = await sessionOf(other, await openContext());
	await other.stop();

	const classes: Record<string, string> = {
		none: "",
		garbage: "garbage",
		empty: '""',
		"a token of another issuer": otherIssuer,
		"a signed-out copy": signedOut,
		"the wrong role": await sessionOfContext(viewer),
	};
	expect(Object.values(classes).filter((value) => value.length > 20)).toHaveLength(3);
	const actions = await actionIds();
	const routes = await closedRoutes();
	expect(actions.length).toBeGreaterThanOrEqual(6);
	expect(routes.length).toBeGreaterThanOrEqual(12);

	const ids = { template: template.id, application: application.client_id, connection: connection.id };
	const before = await stateOf(management, ids, token);
	for (const [who, value] of Object.entries(classes)) {
		const headers: Record<string, string> = { origin: credentials.address };
		if (value) headers.cookie = `${name}=${value}`;
		await runAll(
			credentials.address,
			headers,
			actions,
			actionBody(actionFields(template.id, token.id, application.client_id, connection.id)),
		);
		if (who !== "the wrong role") await expectNothingServed(request, credentials.address, headers, routes, who);
	}
	expect(await stateOf(management, ids, token)).toEqual(before);

	// The same requests with an editor's session do what they say: what stopped them was the session alone.
	await signIn(page, "editor");
	const good = { origin: credentials.address, cookie: `${name}=${await sessionOfContext(page.context())}` };
	await runAll(
		credentials.address,
		good,
		actions,
		actionBody(actionFields(template.id, "none", application.client_id, connection.id)),
	);
	expect((await management.getTemplateResponse(template.id)).status).toBe(404);
	expect((await management.call("GET", `/clients/${application.client_id}`)).status).toBe(404);
	expect((await management.call("GET", `/connections/${connection.id}`)).status).toBe(404);
	expect([await sweptApplications(management), await sweptConnections(management)]).toEqual([1, 1]);
});

test("an action that is called with anything but its form says so, and makes no mistake", async ({
	page,
	context,
	signIn,
	credentials: { address },
}) => {
	await signIn(page, "editor");
	const cookie = await cookieOf(context);
	for (const action of await actionIds()) {
		for (const path of [
			"/templates/new",
			"/applications/new",
			"/connections/new",
			"/refresh-tokens/x",
			"/connection",
		]) {
			for (const [body, refused] of [
				["", true],
				["null", true],
				["[]", false],
				['[null,"x"]', false],
				['[{"revoked":1},"$K1"]', false],
			] as const) {
				const headers = { origin: address, cookie, "next-action": action, "content-type": "text/plain" };
				const answer = await fetch(address + path, { method: "POST", headers, body, redirect: "manual" });
				const text = await answer.text();
				if (refused) expect(text).toBe("The form cannot be read. Nothing was changed.\n");
				else expect(answer.status, `${action} at ${path} with ${body}: ${text}`).toBeLessThan(500);
			}
		}
	}
});

/** Calls of an action as no page makes them: as text, as a form, and as a form without scripts. */
function malformedCalls(id: string): { action?: string; body: string | FormData }[] {
	const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
	const texts = [
		...['["$B1"]', '["$1"]', '["$0:5:a"]', '["$h1"]', '["$T"]', '["$Q1"]', '["$W1"]', '["$i1"]', '["$nx"]', '["$A1"]'],
		...['["$R1"]', '["$@1"]', '["$Z1"]', '["$"]', '[{"a":"$0:0"}]', nested(20_000), `[${"1,".repeat(90_000)}1]`],
	];
	const form = (fields: Record<string, string>) => {
		const made = new FormData();
		for (const [name, value] of Object.entries(fields)) made.append(name, value);
		return made;
	};
	const forms = [
		...['["$B1"]', '["$1:b:c"]', '["$Q1"]', '["$W1"]', '["$i1"]', '["$h1"]', '["$A1"]', '["$1:__proto__:toString"]'],
		...['[{"revoked":1},"$K"]', '["$@1"]', '["$R1"]'],
	].map((values) => form({ _1_name: "x", 1: '{"id":"nope","bound":null}', 2: '"$1"', 0: values }));
	const bound = (action: string, values: string) =>
		form({ $ACTION_REF_1: "", "$ACTION_1:0": action, "$ACTION_1:1": values, $ACTION_KEY: "k1" });
	return [
		...texts.map((body) => ({ action: id, body })),
		...forms.map((body) => ({ action: id, body })),
		...["x", "__proto__"].map((action) => ({ action, body: "[]" })),
		{ body: form({ $ACTION_ID_nope: "" }) },
		{ body: form({ $ACTION_REF_1: "" }) },
		{ body: bound("null", "[]") },
		{ body: bound('{"id":"nope","bound":null}', "[]") },
		{ body: bound(`{"id":"${id}","bound":"$@2"}`, "[]") },
		{ body: bound(`{"id":"${id}","bound":"$@1"}`, '["$B9"]') },
	];
}

test("a call that no page makes is refused in words before anything reads it, without a line in the log", async () => {
	const app = await startSecondApp();
	try {
		const { address } = app.credentials;
		const [id = ""] = await actionIds();
		for (const { action, body } of malformedCalls(id)) {
			const headers: Record<string, string> = { origin: address };
			if (action !== undefined) headers["next-action"] = action;
			if (typeof body === "string") headers["content-type"] = "text/plain;charset=UTF-8";
			const answer = await fetch(`${address}/templates/new`, { method: "POST", headers, body, redirect: "manual" });
			const what = typeof body === "string" ? body.slice(0, 80) : JSON.stringify([...body]);
			expect([answer.status, await answer.text(), what]).toEqual([
				400,
				"The form cannot be read. Nothing was changed.\n",
				what,
			]);
		}
		expect(app.output()).not.toMatch(/Error|^\s+at /m);
	} finally {
		await app.stop();
	}
});

test("no action and no route does anything for a session that has been idle for too long", async ({
	request,
	openContext,
}) => {
	test.setTimeout(300_000);
	const before = await startSecondApp();
	const { name, value } = await sessionOf(before, await openContext());
	await before.stop({ keepData: true });
	const later = await startSecondApp({
		PORT: new URL(before.credentials.address).port,
		DATA_DIR: before.dataDir,
		// The same installation, a few hours on.
		NODE_OPTIONS: `--import=${new URL("later-clock.mjs", import.meta.url)}`,
		CLOCK_AHEAD_MS: String(IDLE_TOO_LONG_MS),
	});
	try {
		const { credentials } = later;
		const headers = { origin: credentials.address, cookie: `${name}=${value}` };
		await runAll(credentials.address, headers, await actionIds(), actionBody(actionFields("vct_1", "none")));
		await expectNothingServed(request, credentials.address, headers, await closedRoutes(), "an idle session");
		const management = managementOf(credentials, await fetchManagementToken(credentials));
		const swept = [sweptTemplates, sweptApplications, sweptConnections].map((count) => count(management));
		expect(await Promise.all(swept)).toEqual([0, 0, 0]);
	} finally {
		await later.stop();
	}
});

/** Signs the editor of another installation in. */
async function sessionOf(
	{ credentials }: SecondApp,
	context: BrowserContext,
): Promise<{ name: string; value: string }> {
	const page = await context.newPage();
	await page.goto(`${credentials.address}/templates`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.editor.email, credentials.sign_ins.editor.password);
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
	const name = `console.session.${new URL(credentials.address).port}`;
	const value = (await context.cookies()).find((cookie) => cookie.name === name)?.value ?? "";
	expect(value.length).toBeGreaterThan(20);
	// The app may end next, and the page still asks for its icon.
	await context.close();
	return { name, value };
}

/** Posts to every action from several pages, as a browser does and as anybody else can. */
async function runAll(address: string, headers: Record<string, string>, actions: string[], body: FormData) {
	for (const action of actions) {
		for (const path of ["/templates/new", "/refresh-tokens/x", "/connection", "/"]) {
			const answer = await fetch(address + path, {
				method: "POST",
				headers: { ...headers, "next-action": action, accept: "text/x-component" },
				body,
				redirect: "manual",
			});
			await answer.text();
		}
	}
}

type Route = { page: boolean; path: string };

/** What the handlers under “Try it” take; others refuse it for what it is. */
const TRY_IT = {
	...{ intent: "try simulate", "try-licence": "whole", "try-rules": "iso" },
	values: JSON.stringify({
		...{ name: "Swept", type: "mdl", certificateAuthority: "", added: "", isKeyWithheld: false },
		elements: [["portrait", "true"]],
	}),
};

/** Pages send to the sign-in, handlers answer 401: neither shows anything of the tenant. */
async function expectNothingServed(
	request: APIRequestContext,
	address: string,
	headers: Record<string, string>,
	routes: Route[],
	who: string,
): Promise<void> {
	for (const { page, path } of routes) {
		const answer = await request.get(address + path, { headers, maxRedirects: 0 });
		const { location = "" } = answer.headers();
		if (page) expect(location || (await answer.text()), `${path} for ${who}`).toMatch(SIGN_IN);
		else {
			expect([401, 404, 405], `${path} for ${who}`).toContain(answer.status());
			const posted = await request.post(address + path, { headers, maxRedirects: 0, multipart: TRY_IT });
			const { location: sentTo = "" } = posted.headers();
			if (posted.status() === 303) expect(sentTo, `what is posted to ${path} for ${who}`).toMatch(SIGN_IN);
			else expect([400, 401, 403, 404, 405], `what is posted to ${path} for ${who}`).toContain(posted.status());
			expect(await posted.text(), `what is posted to ${path} for ${who}`).not.toContain("verdict");
		}
	}
}

async function stateOf(
	management: ReturnType<typeof managementOf>,
	ids: { template: string; application: string; connection: string },
	token: Awaited<ReturnType<typeof tokenOf>>,
) {
	const { name, presentation } = await management.getTemplate(ids.template);
	// With its secret, and what it may do.
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
