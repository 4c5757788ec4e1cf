import { submitForm } from "../forms.mjs";
import { request } from "../request.mjs";
import { openTenant, TEMPLATES } from "../tenant.mjs";
import { createVisitor } from "../visitor.mjs";
import { createApplications } from "./applications.mjs";
import { changeAdmins, changeTenant, tokensOf, workInApplications, workInConsole } from "./steps.mjs";

const SCOPE = [
	...["create", "read", "update", "delete"].map((verb) => `${verb}:vdcs_templates`),
	...["read", "update", "delete"].map((verb) => `${verb}:refresh_tokens`),
	...["read:users", "read:clients"],
].join(" ");

/**
 * @typedef {object} Installation
 * @property {string} address
 * @property {string} dataDir
 * @property {{ clients: Record<string, any>, sign_ins: Record<string, any> }} credentials as the command prints them
 * @property {(...words: string[]) => string} admin runs `npm run admin`
 * @property {{ loseAnswersOf: string | null }} proxy
 */

/**
 * Does with an installation what admins, users and applications do, so that every table holds rows.
 * @param {Installation} installation
 * @returns what people and programs hold afterwards, and what they were answered last, for each half: `held.json`
 */
export async function liveIn({ address, dataDir, credentials, admin, proxy }) {
	const { editor, viewer, user } = credentials.sign_ins;
	const tenant = await openTenant(address, dataDir);
	const applications = createApplications(address, credentials.clients);
	const { authorize, post, requestTokens, clientOf } = applications;
	const asked = { grant_type: "client_credentials", audience: `${address}/api/v2/`, scope: SCOPE };
	const { access_token } = await requestTokens("management", asked);

	const templateId = await changeTenant(tenant, user.email);
	const changed = changeAdmins(admin, viewer.email);
	const browser = createVisitor(address);
	const { rotating, lasting } = await workInApplications(applications, browser, user);
	const tokens = await tokensOf(tenant, user.email);
	const [newest] = tokens.tokenIds;
	await tenant.call("PATCH", `/refresh-tokens/${newest}`, { refresh_token_metadata: { label: "Not of the sample" } });
	const console = await tenant.signIn();
	const bulkEdits = await workInConsole(console, tokens, proxy);

	// What lives for minutes only: a code in the outbox, an open login page, a code on its way, an unread sentence.
	const passwordless = { ...clientOf("passwordless_app"), connection: "email", email: user.email, send: "code" };
	await post("/passwordless/start", passwordless);
	const code = /\b\d{6}\b/.exec((await console.visit("/outbox")).text)?.[0];
	const stranger = createVisitor(address);
	const login = await authorize(stranger, "web_app");
	const onItsWay = await authorize(browser, "mobile_app");
	const typed = { name: "Made in the console", type: "mdl", attribute: "portrait" };
	const created = await submitForm(console, "/templates/new", typed);

	const paths = [
		...[`${TEMPLATES}?take=100`, `${TEMPLATES}/${templateId}`, `/refresh-tokens/${newest}`, "/clients", "/users"],
		...[`/users/${encodeURIComponent(tokens.userId)}/refresh-tokens`],
	];
	const answers = [];
	for (const path of paths) answers.push({ path, body: (await tenant.call("GET", path)).json });
	const keys = await request(`${address}/.well-known/jwks.json`);
	const audit = JSON.parse((await console.visit("/activity/export?format=json")).text);
	return {
		written_at: new Date().toISOString(),
		service: {
			address,
			access_token,
			rotating_token: rotating,
			lasting_token: { ...lasting, id: newest },
			passwords: [editor, user, ...changed],
			refused_passwords: [viewer],
			login_code: { client: "passwordless_app", email: user.email, code },
			session_cookies: cookiesOf(browser),
			authorization_code: { client: "mobile_app", at: onItsWay.at.href, verifier: onItsWay.verifier },
			open_login: { path: login.at.pathname, cookies: cookiesOf(stranger) },
			signing_keys: JSON.parse(keys.text),
			answers,
		},
		dashboard: {
			session: cookieOf(console, "console.session."),
			subject: audit[0].subject,
			flashes: [{ id: cookieOf(console, "console.flash."), path: created.headers.location }],
			bulk_edits: bulkEdits,
			audit,
		},
	};
}

/** @param {import("./steps.mjs").Visitor} visitor */
function cookiesOf(visitor) {
	return Object.fromEntries(visitor.cookies().map(({ name, value }) => [name, value]));
}

/** @param {import("./steps.mjs").Visitor} visitor @param {string} prefix of its name */
function cookieOf(visitor, prefix) {
	return visitor.cookies().find(({ name }) => name.startsWith(prefix))?.value;
}
