import { createHash, randomBytes } from "node:crypto";
import { type Account, createVisitor, request, type Visitor } from "../http.ts";
import { newTemplate, TEMPLATES, type Tenant, templateRequest } from "../tenant.ts";

/** Text that engines and languages stumble over. */
const EXOTIC = JSON.parse('{"__proto__":"kept","":"no key","端末":"由紀のiPhone 🎌","nul":"\\u0000","lone":"\\ud83d"}');
const SCOPE = [
	...["create", "read", "update", "delete"].map((verb) => `${verb}:vdcs_templates`),
	...["read", "update", "delete"].map((verb) => `${verb}:refresh_tokens`),
	...["read:users", "read:clients"],
].join(" ");

/**
 * Does with an installation what admins, users and applications do, so that every table holds rows.
 * @param admin runs `npm run admin`
 * @returns what people and programs hold afterwards, and what they were answered last, for each part: `held.json`
 */
export async function liveIn(tenant: Tenant, admin: (...words: string[]) => string, proxy: { loseAnswersOf: string }) {
	const { address, signIns } = tenant;
	const { editor, viewer, user } = signIns;
	const asked = { grant_type: "client_credentials", audience: `${address}/api/v2/`, scope: SCOPE };
	const { access_token } = await requestTokens(tenant, "management", asked);
	const templateId = await changeTenant(tenant, user.email);
	const changed = changeAdmins(admin, viewer.email);
	const browser = createVisitor(address);
	const { rotating, lasting } = await workInApplications(tenant, browser, user);
	const { userId, tokens } = await tenant.tokensOf(user.email);
	const tokenIds = tokens.map(({ id }) => id);
	const [newest] = tokenIds;
	await tenant.call("PATCH", `/refresh-tokens/${newest}`, { refresh_token_metadata: { label: "Not of the sample" } });
	const console = await tenant.signIn();
	const bulk_edits = await workInConsole(console, userId, tokenIds, proxy);

	// What lives for minutes only: a code in the outbox, an open login page, a code on its way, an unread sentence.
	const passwordless = { connection: "email", email: user.email, send: "code" };
	await tenant.post("/passwordless/start", "passwordless_app", passwordless);
	const code = /(?<!#)\b\d{6}\b/.exec((await console.visit("/outbox")).text)?.[0];
	const stranger = createVisitor(address);
	const login = await authorize(tenant, stranger, "web_app");
	const onItsWay = await authorize(tenant, browser, "mobile_app");
	const created = await console.submitForm("/templates/new", { ...newTemplate(), name: "Made in the console" });

	const paths = [
		...[`${TEMPLATES}?take=100`, `${TEMPLATES}/${templateId}`, `/refresh-tokens/${newest}`, "/clients", "/users"],
		...[`/users/${encodeURIComponent(userId)}/refresh-tokens`],
	];
	const answers = [];
	const headers = { authorization: `Bearer ${access_token}` };
	for (const path of paths) {
		answers.push({ path, body: JSON.parse((await request(`${address}/api/v2${path}`, { headers })).text) });
	}
	const audit = JSON.parse((await console.visit("/activity/export?format=json")).text);
	return {
		written_at: new Date().toISOString(),
		"identity-service": {
			...{ address, access_token, rotating_token: rotating, lasting_token: { ...lasting, id: newest } },
			passwords: [editor, user, ...changed],
			refused_passwords: [viewer],
			login_code: { client: "passwordless_app", email: user.email, code },
			session_cookies: cookiesOf(browser),
			authorization_code: { client: "mobile_app", at: onItsWay.at.href, verifier: onItsWay.verifier },
			open_login: { path: login.at.pathname, cookies: cookiesOf(stranger) },
			signing_keys: JSON.parse((await request(`${address}/.well-known/jwks.json`)).text),
			answers,
		},
		dashboard: {
			session: cookieOf(console, "console.session."),
			subject: audit[0].subject,
			flashes: [{ id: cookieOf(console, "console.flash."), path: created.headers.location }],
			...{ bulk_edits, audit },
		},
	};
}

/**
 * Templates and metadata are made, changed and removed over the management interface; keys are rotated.
 * @param email of a user with three tokens or more
 * @returns the identifier of a template
 */
async function changeTenant({ call, tokensOf }: Tenant, email: string): Promise<string> {
	const { templates } = (await call("GET", TEMPLATES)).json;
	await call("DELETE", `${TEMPLATES}/${templates[0].id}`);
	const wanted = { ...templateRequest(), name: "Überprüfung 🚗 \u2028 “21+”" };
	const { id } = (await call("POST", TEMPLATES, wanted)).json;
	await call("PATCH", `${TEMPLATES}/${id}`, { name: "Überprüfung 🚗" });
	const [first, second, third] = (await tokensOf(email)).tokens;
	await call("PATCH", `/refresh-tokens/${first?.id}`, { refresh_token_metadata: EXOTIC });
	await call("PATCH", `/refresh-tokens/${second?.id}`, { refresh_token_metadata: null });
	await call("DELETE", `/refresh-tokens/${third?.id}`);
	await call("POST", "/keys/signing/rotate");
	return id;
}

/** An admin is added, and the password of another one reset. @returns both, with their passwords */
function changeAdmins(admin: (...words: string[]) => string, email: string): Account[] {
	const passwordIn = (text: string) => /^Password: (\S+)$/m.exec(text)?.[1] ?? "";
	const added = "added.admin@example.com";
	return [
		{ email: added, password: passwordIn(admin("add", added, "viewer")) },
		{ email, password: passwordIn(admin("reset-password", email)) },
	];
}

/** A user logs in to one application and is let into another one at once; one token is exchanged. Somebody mistypes. */
async function workInApplications(tenant: Tenant, browser: Visitor, account: Account) {
	const first = await authorize(tenant, browser, "single_page_app");
	first.at = await browser.logIn(first.at, account);
	const { refresh_token: used } = await redeem(tenant, "single_page_app", first);
	const exchange = { grant_type: "refresh_token", refresh_token: used };
	const rotated = await requestTokens(tenant, "single_page_app", exchange);
	const kept = await redeem(tenant, "partner_portal", await authorize(tenant, browser, "partner_portal"));
	const wrong = { grant_type: "password", username: account.email, password: "wrong" };
	await tenant.post("/oauth/token", "password_app", wrong);
	return {
		rotating: { client: "single_page_app", value: rotated.refresh_token, used },
		lasting: { client: "partner_portal", value: kept.refresh_token },
	};
}

/**
 * An admin opens a token and edits the metadata of all tokens of its user: one edit is carried out, one stopped before
 * its first token, one never begun. Nobody sees the answer to the creation of a template.
 * @returns the identifiers of the edits
 */
async function workInConsole(
	admin: Visitor,
	userId: string,
	tokenIds: string[],
	proxy: { loseAnswersOf: string },
): Promise<string[]> {
	await admin.visit(`/refresh-tokens/${tokenIds[0]}`);
	await admin.submitForm("/connection", {});
	// The check is made by the page that its button leads to.
	await admin.visit("/connection");
	const pages = [];
	for (const operation of ["set", "remove", "set"]) {
		const query = new URLSearchParams([["user", userId], ...tokenIds.map((id) => ["token", id])]);
		const typed = { operation, key: "bulk", value: operation };
		const { headers } = await admin.submitForm(`/refresh-tokens/bulk?${query}`, typed);
		pages.push(String(headers.location));
	}
	const [applied = "", stopped = ""] = pages;
	await admin.submitForm(applied, { intent: "apply", patient: "yes" });
	await admin.submitForm(stopped, { intent: "stop" });
	proxy.loseAnswersOf = `/api/v2${TEMPLATES}`;
	await admin.submitForm("/templates/new", { ...newTemplate(), name: "Nobody saw the answer" });
	proxy.loseAnswersOf = "";
	return pages.map((page) => page.split("/").at(-1) ?? "");
}

async function requestTokens(tenant: Tenant, handle: string, parameters: Record<string, unknown>) {
	const { status, text } = await tenant.post("/oauth/token", handle, parameters);
	if (status !== 200) throw new Error(`${handle}: ${status} ${text}`);
	return JSON.parse(text);
}

/** Sends a browser to the authorization endpoint. @returns where it ended: at the login page, or back at the client */
async function authorize({ clients, clientOf }: Tenant, browser: Visitor, handle: string) {
	const verifier = randomBytes(32).toString("base64url");
	const query = new URLSearchParams({
		...{ client_id: clientOf(handle).client_id, redirect_uri: clients[handle]?.redirect_uris[0] ?? "" },
		...{ response_type: "code", scope: "openid profile email offline_access" },
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	});
	return { at: await browser.follow(`/authorize?${query}`), verifier };
}

/** @param arrived where the code did */
function redeem(tenant: Tenant, handle: string, { at, verifier }: { at: URL; verifier: string }) {
	const [redirect_uri] = tenant.clients[handle]?.redirect_uris ?? [];
	const code = { code: at.searchParams.get("code"), code_verifier: verifier, redirect_uri };
	return requestTokens(tenant, handle, { grant_type: "authorization_code", ...code });
}

function cookiesOf(visitor: Visitor) {
	return Object.fromEntries(visitor.cookies().map(({ name, value }) => [name, value]));
}

/** @param prefix of its name */
function cookieOf(visitor: Visitor, prefix: string) {
	return visitor.cookies().find(({ name }) => name.startsWith(prefix))?.value;
}
