import { submitForm } from "../forms.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";
import { createVisitor } from "../visitor.mjs";

/**
 * @typedef {Awaited<ReturnType<typeof import("../tenant.mjs").openTenant>>} Tenant
 * @typedef {ReturnType<typeof createVisitor>} Visitor
 * @typedef {ReturnType<typeof import("./applications.mjs").createApplications>} Applications
 * @typedef {{ email: string, password: string }} Account
 */

/** Text that engines and languages stumble over. */
const EXOTIC = JSON.parse('{"__proto__":"kept","":"no key","端末":"由紀のiPhone 🎌","nul":"\\u0000","lone":"\\ud83d"}');

/**
 * A user's tokens, those that were issued last first.
 * @param {Tenant} tenant
 * @param {string} email
 * @returns {Promise<{ userId: string, tokenIds: string[] }>}
 */
export async function tokensOf(tenant, email) {
	const [{ user_id: userId }] = (await tenant.call("GET", `/users-by-email?email=${encodeURIComponent(email)}`)).json;
	const { tokens } = (await tenant.call("GET", `/users/${encodeURIComponent(userId)}/refresh-tokens`)).json;
	/** @param {{ created_at: string }} one @param {{ created_at: string }} other */
	const byTime = (one, other) => (one.created_at < other.created_at ? 1 : -1);
	return { userId, tokenIds: tokens.sort(byTime).map((/** @type {{ id: string }} */ { id }) => id) };
}

/**
 * Templates and metadata are made, changed and removed over the management interface; keys are rotated.
 * @param {Tenant} tenant
 * @param {string} email of a user with three tokens or more
 * @returns {Promise<string>} the identifier of a template
 */
export async function changeTenant(tenant, email) {
	const { templates } = (await tenant.call("GET", TEMPLATES)).json;
	await tenant.call("DELETE", `${TEMPLATES}/${templates[0].id}`);
	const wanted = { ...templateRequest(), name: "Überprüfung 🚗 \u2028 “21+”" };
	const { id } = (await tenant.call("POST", TEMPLATES, wanted)).json;
	await tenant.call("PATCH", `${TEMPLATES}/${id}`, { name: "Überprüfung 🚗" });
	const [first, second, third] = (await tokensOf(tenant, email)).tokenIds;
	await tenant.call("PATCH", `/refresh-tokens/${first}`, { refresh_token_metadata: EXOTIC });
	await tenant.call("PATCH", `/refresh-tokens/${second}`, { refresh_token_metadata: null });
	await tenant.call("DELETE", `/refresh-tokens/${third}`);
	await tenant.call("POST", "/keys/signing/rotate");
	return id;
}

/**
 * An admin is added, and the password of another one reset.
 * @param {(...words: string[]) => string} admin
 * @param {string} email of that one
 * @returns {Account[]} both, with their passwords
 */
export function changeAdmins(admin, email) {
	const passwordIn = (/** @type {string} */ text) => /^Password: (\S+)$/m.exec(text)?.[1] ?? "";
	const added = "added.admin@example.com";
	return [
		{ email: added, password: passwordIn(admin("add", added, "viewer")) },
		{ email, password: passwordIn(admin("reset-password", email)) },
	];
}

/**
 * A user logs in to one application and is let into another one at once; one token is exchanged. Somebody mistypes.
 * @param {Applications} applications
 * @param {Visitor} browser
 * @param {Account} account
 */
export async function workInApplications(
	{ authorize, logIn, redeem, requestTokens, post, clientOf },
	browser,
	account,
) {
	const first = await authorize(browser, "single_page_app");
	const tokens = await redeem("single_page_app", await logIn(browser, first.at, account), first.verifier);
	const used = tokens.refresh_token;
	const rotated = await requestTokens("single_page_app", { grant_type: "refresh_token", refresh_token: used });
	const second = await authorize(browser, "partner_portal");
	const kept = await redeem("partner_portal", second.at, second.verifier);
	const wrong = { grant_type: "password", username: account.email, password: "wrong" };
	await post("/oauth/token", { ...clientOf("password_app"), ...wrong });
	return {
		rotating: { client: "single_page_app", value: rotated.refresh_token, used },
		lasting: { client: "partner_portal", value: kept.refresh_token },
	};
}

/**
 * An admin opens a token and edits the metadata of all tokens of its user: one edit is carried out, one stopped before
 * its first token, one never begun. Nobody sees the answer to the creation of a template.
 * @param {Visitor} admin
 * @param {{ userId: string, tokenIds: string[] }} tokens
 * @param {{ loseAnswersOf: string | null }} proxy
 * @returns {Promise<string[]>} the identifiers of the edits
 */
export async function workInConsole(admin, { userId, tokenIds }, proxy) {
	await admin.visit(`/refresh-tokens/${tokenIds[0]}`);
	await submitForm(admin, "/connection", {});
	// The check is made by the page that its button leads to.
	await admin.visit("/connection");
	const pages = [];
	for (const operation of ["set", "remove", "set"]) {
		const query = new URLSearchParams([["user", userId], ...tokenIds.map((id) => ["token", id])]);
		const typed = { operation, key: "bulk", value: operation };
		const { headers } = await submitForm(admin, `/refresh-tokens/bulk?${query}`, typed);
		pages.push(String(headers.location));
	}
	const [applied = "", stopped = ""] = pages;
	await submitForm(admin, applied, { intent: "apply", patient: "yes" });
	await submitForm(admin, stopped, { intent: "stop" });
	proxy.loseAnswersOf = `/api/v2${TEMPLATES}`;
	await submitForm(admin, "/templates/new", { name: "Nobody saw the answer", type: "mdl", attribute: "portrait" });
	proxy.loseAnswersOf = null;
	return pages.map((page) => page.split("/").at(-1) ?? "");
}
