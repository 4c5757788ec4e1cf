import { may, ROLES, type Role } from "@/lib/dashboard/session/permissions";
import { makeApplication } from "../applications/applications-page";
import { makeConnection } from "../connections/made-connection";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { actionBody, actionFields, actionsOfBuild, routesOfBuild } from "../http/of-build";
import type { Visitor } from "../http/visitor";
import type { Credentials, SignInName } from "../running-app/credentials";
import { ACTIONS, type Action, CONSOLE, HANDLERS, type Ids, NONE, OPEN, PAGES } from "./permissions-of-build";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

type Management = ReturnType<typeof managementOf>;
type Caller = { address: string; cookie: string };

/** What a refusal says, by who called. */
const REFUSED = /Your role is (\w+)\./;
const SIGNED_OUT = /Your session has ended|x-action-redirect/;
const OF_AN_EDITOR = "Changing sessions and tokens of an editor needs the editor role. Your role is support.";

/**
 * Calls an action over HTTP as a browser does.
 * @param without a field to leave out
 * @returns its response as text, with the headers that it set
 */
async function call({ address, cookie }: Caller, id: string, action: Action, ids: Ids, without = ""): Promise<string> {
	const fields = {
		...actionFields(ids.template, ids.token, ids.application, ids.connection),
		userId: ids.user,
		sessionId: ids.session,
		blocked: "yes",
		revoke: "yes",
		edit: "none",
		session: "none",
		...action.fields?.(ids),
	};
	const sent = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== without));
	const response = await fetch(`${address}/templates/new`, {
		method: "POST",
		body: actionBody(sent, action.state),
		redirect: "manual",
		headers: { cookie, origin: address, "next-action": id, accept: "text/x-component" },
	});
	const headers = [...response.headers].filter(([name]) => ["x-action-redirect", "set-cookie"].includes(name));
	return `${headers.map((header) => header.join(": ")).join("\n")}\n${await response.text()}`;
}

async function actionsWithIds(): Promise<{ key: string; id: string; action: Action }[]> {
	const found = (await actionsOfBuild()).map(({ id, name, file }) => {
		const key = `${file.replace(CONSOLE, "")} ${name}`;
		return { key, id, action: ACTIONS[key] };
	});
	expect(found.map(({ key }) => key).toSorted(), "the actions of the build").toEqual(Object.keys(ACTIONS).toSorted());
	return found.flatMap(({ action, ...rest }) => (action ? { ...rest, action } : []));
}

const pathOf = (user: string) => `/users/${encodeURIComponent(user)}`;

/** An admin, with a session and a refresh token at the tenant. */
async function personOf({ auth_url, clients, sign_ins }: Credentials, { json }: Management, who: SignInName) {
	const { email: username, password } = sign_ins[who];
	const { client_id = "", client_secret = "" } = clients.password_app ?? {};
	const scope = "openid offline_access";
	const body = new URLSearchParams({ client_id, client_secret, grant_type: "password", username, password, scope });
	expect((await fetch(`${auth_url}/oauth/token`, { method: "POST", body })).status).toBe(200);
	const [found] = await json<{ user_id: string }[]>("GET", `/users-by-email?email=${encodeURIComponent(username)}`);
	const user = found?.user_id ?? "";
	const { tokens } = await json<{ tokens: { id: string }[] }>("GET", `${pathOf(user)}/refresh-tokens`);
	const { sessions } = await json<{ sessions: { id: string }[] }>("GET", `${pathOf(user)}/sessions`);
	const [token = "", session = ""] = [tokens[0]?.id, sessions[0]?.id];
	expect([token, session]).not.toContain("");
	return { user, token, session };
}

/** All that an action could have changed, and the rows of the audit trail. */
async function stateOf({ json }: Management, { address, cookie }: Caller, users: readonly string[]) {
	const trail = await fetch(`${address}/activity/export?format=json`, { headers: { cookie } });
	const paths = [
		...[
			"/verifiable-credentials/verification/templates?take=100",
			"/clients?per_page=100",
			"/connections?per_page=100",
		],
		...["/client-grants?per_page=100", ...users.map(pathOf)],
		...users.flatMap((user) => [`${pathOf(user)}/refresh-tokens?take=100`, `${pathOf(user)}/sessions?take=100`]),
	];
	return [await trail.json(), ...(await Promise.all(paths.map((path) => json("GET", path))))];
}

test("no action does anything for a role that may not, nor without a session; and support does nothing to an editor", async ({
	visit,
	credentials,
	managementToken,
}) => {
	test.setTimeout(180_000);
	const { address } = credentials;
	const management = managementOf(credentials, managementToken);
	const callers = await callersOf(address, visit);
	const [template, application, connection] = await Promise.all([
		management.createTemplate(`Roles ${Date.now()}`, { portrait: true }),
		makeApplication(management, { name: "Opened" }),
		makeConnection(management, `Roles-${Date.now()}`, { signInEndpoint: "https://opened.example/" }),
	]);
	const own = { template: template.id, application: application.client_id, connection: connection.id };
	const ids: Ids = { ...own, ...(await personOf(credentials, management, "viewer")) };
	const ofEditor: Ids = { ...own, ...(await personOf(credentials, management, "editor")) };
	const actions = await actionsWithIds();
	const state = () => stateOf(management, callers.editor, [ids.user, ofEditor.user]);
	const before = await state();
	const tried = { refused: 0, allowed: 0 };
	for (const { key, id, action } of actions) {
		const signedOut = await call({ address, cookie: "" }, id, action, ids);
		expect(signedOut, `${key}, signed out`).toMatch(SIGNED_OUT);
		expect(signedOut, `${key}, signed out`).not.toContain("set-cookie");
		for (const role of ROLES.filter((each) => !may(each, action.permission))) {
			const text = await call(callers[role], id, action, ids);
			expect(REFUSED.exec(text)?.[1], `${key}, ${role}: ${text}`).toBe(role);
			tried.refused += 1;
		}
		if (action.isPersonal) {
			// Where a form names a session and a token, it is about the session.
			for (const without of ["", "sessionId"])
				expect(await call(callers.support, id, action, ofEditor, without), `${key}, of an editor`).toContain(
					OF_AN_EDITOR,
				);
		}
	}
	expect(await state()).toEqual(before);

	// What is allowed gets further: with identifiers of nothing, as far as the tenant.
	for (const { key, id, action } of actions) {
		for (const role of ROLES.filter((each) => may(each, action.permission))) {
			expect(await call(callers[role], id, action, NONE), `${key}, ${role}`).not.toMatch(REFUSED);
			tried.allowed += 1;
		}
	}
	expect(tried.refused + tried.allowed).toBe(actions.length * ROLES.length);
});

async function callersOf(address: string, visit: (admin: Role) => Promise<Visitor>): Promise<Record<Role, Caller>> {
	const caller = async (role: Role) => ({ address, cookie: (await visit(role)).cookieHeader() });
	return { viewer: await caller("viewer"), support: await caller("support"), editor: await caller("editor") };
}

test("no page and no handler serves a role that may not, nor without a session, and none shows what a role may not see", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const { address } = credentials;
	const callers = await callersOf(address, visit);
	const routes = (await routesOfBuild()).filter(({ path }) => !OPEN.test(path));
	const handlers = routes.filter(({ page }) => !page).map(({ path }) => path);
	expect(handlers.toSorted(), "the handlers of the build").toEqual(Object.keys(HANDLERS).toSorted());
	const pages = routes.filter(({ page }) => page).map(({ path }) => path);
	expect([...pages, ...handlers]).toEqual(expect.arrayContaining(Object.keys(PAGES)));

	const management = managementOf(credentials, managementToken);
	const { user, token, session } = await personOf(credentials, management, "viewer");
	const [template] = await management.listTemplates();
	/** Of what exists, by the path before it. */
	const ids: Record<string, string> = {
		templates: template?.id ?? "",
		applications: credentials.clients.web_app?.client_id ?? "",
		users: user,
		"refresh-tokens": token,
		sessions: session,
		guides: "operator",
	};
	async function request(cookie: string, path: string) {
		const target = path
			.replace("[file]", "metadata")
			.replace(/([\w-]+)\/\[\w+\]/, (_, before: string) => `${before}/${encodeURIComponent(ids[before] ?? "none")}`);
		const method = HANDLERS[path] ?? "GET";
		const [headers, body] = [{ cookie, origin: address }, method === "POST" ? new FormData() : null];
		const response = await fetch(address + target, { method, headers, body, redirect: "manual" });
		return { status: response.status, headers: response.headers, text: await response.text() };
	}
	const editor = await visit("editor");
	const created = await editor.press(await editor.open("/read-tokens"), "Create read token", { name: "Swept" });
	const readToken = /idc_[\w-]{32}/.exec(created.html)?.[0] ?? "";
	expect(readToken).not.toBe("");
	/** A read token opens nothing here: the response is as without it. */
	async function expectNothingByToken(path: string): Promise<void> {
		const statusWith = async (method: string, authorization?: string) => {
			const headers = { origin: address, ...(authorization && { authorization }) };
			const response = await fetch(address + path, { method, headers, redirect: "manual" });
			return [path, method, response.status, response.headers.get("location")?.split("?")[0]];
		};
		for (const method of ["GET", "POST", "PATCH", "PUT", "DELETE"]) {
			const without = await statusWith(method);
			expect(await statusWith(method, `Bearer ${readToken}`)).toEqual(without);
			expect(without[2], `${method} ${path}`).toBeGreaterThanOrEqual(300);
		}
	}
	const secrets = Object.values(credentials.clients).flatMap(({ client_secret }) => client_secret ?? []);
	async function expectNothingSignedOut(path: string): Promise<void> {
		const { status, headers } = await request("", path);
		const what = `${path}, signed out: ${status}`;
		if (headers.has("location")) expect(headers.get("location"), what).toMatch(/\/sign-in/);
		else expect([401, 403], what).toContain(status);
	}
	async function expectRefusalsFor(role: Role, path: string): Promise<void> {
		const { status, text } = await request(callers[role].cookie, path);
		const what = `${path}, ${role}`;
		expect(REFUSED.exec(text)?.[1] ?? null, what).toBe(may(role, PAGES[path] ?? "look") ? null : role);
		expect([200, 303, 307, 400, 403, 404], what).toContain(status);
		if (!may(role, "seeApiCalls")) expect(text, what).not.toMatch(/"\/api-calls/);
		if (!may(role, "seeLog")) expect(text, what).not.toMatch(/"\/log[/?"]/);
		if (!may(role, "openOutbox")) expect(text, what).not.toMatch(/(href|src)="\/(outbox|messages)/);
		expect(
			secrets.filter((secret) => text.includes(secret)),
			what,
		).toEqual([]);
	}
	for (const path of [...pages, ...handlers]) {
		await Promise.all([expectNothingSignedOut(path), ...ROLES.map((role) => expectRefusalsFor(role, path))]);
	}
	const ofService = [
		"users",
		"clients",
		"connections",
		"logs",
		"client-grants",
		"users/x/sessions",
		"refresh-tokens/x",
	];
	for (const path of [...pages, ...handlers]) await expectNothingByToken(path.replaceAll(/\[\w+\]/g, "none"));
	/** Status and body of a request to the service, without what differs each time. */
	async function answerOf(path: string, method: string, authorization?: string): Promise<string> {
		const body = ["GET", "HEAD", "OPTIONS"].includes(method) ? null : "{}";
		const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
		const response = await fetch(address + path, { method, headers, body, redirect: "manual" });
		return `${response.status} ${await response.text()}`;
	}
	const unknown = `idc_${"x".repeat(32)}`;
	for (const path of ofService.map((path) => `/api/v2/${path}`).concat("/oauth/token", "/oauth/revoke", "/userinfo")) {
		for (const method of ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]) {
			for (const as of [(token: string) => `Bearer ${token}`, (token: string) => `Basic ${btoa(`x:${token}`)}`]) {
				const answer = await answerOf(path, method, as(readToken));
				expect(answer, `${method} ${path}`).toBe(await answerOf(path, method, as(unknown)));
				if (path.startsWith("/api/v2") && method === "GET") expect(answer).toMatch(/^40[01] /);
			}
		}
	}
	for (const role of ROLES) {
		const headers = { cookie: callers[role].cookie };
		const outbox = await (await fetch(`${address}/outbox`, { headers })).text();
		expect(outbox.includes("for this tenant’s admins with the role editor"), role).toBe(!may(role, "openOutbox"));
	}
});
