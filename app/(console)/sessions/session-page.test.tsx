import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import type { Role } from "@/lib/dashboard/session/permissions";
import { orderedId } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { metadataSave } from "../_metadata/metadata-save";
import { requestRevocationAction } from "../_revocation/revocation-action";
import SessionPage from "./[id]/page";

const ID = "s_1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0";

const whole = {
	id: ID,
	user_id: "auth0|amara",
	device: { initial_user_agent: MAC, last_user_agent: WINDOWS, initial_ip: "192.0.2.1", last_ip: "192.0.2.1" },
	clients: [{ client_id: "portal" }, { client_id: "unnamed" }],
	authentication: {
		methods: [
			{ name: "pwd", timestamp: "2026-01-02T03:04:05Z" },
			{ name: "mfa", type: "otp" },
		],
	},
	cookie: { mode: "non-persistent" },
	session_metadata: { ticket: "4711" },
};
const tokens = [
	{ id: "dcr_1", client_id: "portal", session_id: ID },
	{ id: "dcr_2", client_id: "portal", session_id: ID },
	{ id: "dcr_3", client_id: "field", session_id: ID },
	{ id: "dcr_4", client_id: "field", session_id: "other" },
];

let service: FaultServer;
let session: object;
let refused: RegExp | null;
let scope: string;
/** Of the application “Partner Portal”; undefined: the response omits it. */
let logout: object | undefined;

beforeEach(async () => {
	[session, refused, logout] = [whole, null, undefined];
	scope =
		"read:sessions update:sessions delete:sessions read:refresh_tokens delete:refresh_tokens read:users read:clients";
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope });
	service.handle = ({ url }, response) => {
		if (refused?.test(url)) {
			return json(response, 403, refusal(403, url.includes("/sessions/") ? "read:sessions" : "read:refresh_tokens"));
		}
		if (url.includes("/refresh-tokens")) return json(response, 200, { tokens, next: null });
		if (url.includes("/clients")) {
			const named = [{ client_id: "portal", name: "Partner Portal", oidc_logout: logout }];
			return json(response, 200, [...named, { client_id: "field", name: "Field App" }]);
		}
		if (url.includes("/users/")) return json(response, 200, { user_id: "auth0|amara", email: "amara@example.com" });
		return url.endsWith(`/sessions/${ID}`)
			? json(response, 200, session)
			: json(response, 404, { statusCode: 404, error: "Not Found", message: "none" });
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

test("what was typed stays in its form, where neither its scope nor the session is there any more", async () => {
	scope = "read:sessions delete:sessions";
	refused = /./;
	const element = await runWithin(10_000, () => {
		metadataSave.session.submitted.keep(ID, { rows: [["ticket", "4711"]] });
		return SessionPage({ params: Promise.resolve({ id: ID }) });
	});
	const html = await new Response(await renderToReadableStream(<Queries>{element}</Queries>)).text();
	expect(html).toContain('value="4711"');
	expect(textOf(html)).toMatch(/update:sessions.*Save metadata/s);
});

async function page({ id = ID, as = "editor" as Role, search = "" } = {}): Promise<string> {
	signInAs(as);
	const searchParams = Promise.resolve(search ? { search } : {});
	const element = await runWithin(10_000, () => SessionPage({ params: Promise.resolve({ id }), searchParams }));
	const html = await new Response(await renderToReadableStream(<Queries>{element}</Queries>)).text();
	return html.replace(/<!--.*?-->/g, "");
}
const textOf = (html: string) =>
	html
		.replaceAll(/<wbr\/?>/g, "")
		.replace(/<script.*?<\/script>|<[^>]+>/g, " ")
		.replaceAll("&#x27;", "'")
		.replace(/\s+/g, " ");

test("leads back to the search that it came from, by the session's page and those of its tokens", async () => {
	const html = await page({ search: "amara o’k" });
	expect(html).toContain('href="/refresh-tokens?q=amara+o%E2%80%99k"');
	expect(textOf(html)).toContain("Back to the search for “ amara o’k ”");
	expect(html).toContain('href="/refresh-tokens/dcr_1?search=amara%20o%E2%80%99k"');
	expect(textOf(await page())).not.toContain("Back to the search");
	expect(textOf(await page({ search: "a".repeat(301) }))).not.toContain("Back to the search");
});

test("shows user, applications, methods, device and refresh tokens with two requests beside the names", async () => {
	const html = await page();
	const text = textOf(html);
	expect(html).toContain('href="/users/auth0%7Camara"');
	expect(text).toContain("Partner Portal");
	expect(html).toContain('href="/applications/unnamed"');
	expect(text).toContain("password, ");
	expect(text).toContain("second factor (otp), time not reported");
	expect(text).toContain("non-persistent: gone when the browser is closed");
	expect(text).toMatch(/Firefox on Windows\s+differs from start/);
	expect(text).toContain("device changed");
	expect(html).toContain('href="/refresh-tokens/dcr_3"');
	expect(html).not.toContain("dcr_4");
	expect(html).toContain('value="ticket"');
	const asked = service.seen.map(({ url }) => url).filter((url) => !/\/clients|\/users\/[^/]+$/.test(url));
	expect(asked).toEqual([`/api/v2/sessions/${ID}`, "/api/v2/users/auth0%7Camara/refresh-tokens"]);
});

test("the dialog that ends it names the user, the device and each application whose tokens end", async () => {
	const text = textOf(await page());
	expect(text).toMatch(/amara@example.com has to sign in again on Firefox on Windows/);
	expect(text).toContain("Ends with it: 3 refresh tokens of Partner Portal (2) and Field App and 1 note.");
});

test("what the tenant omits is shown as not reported", async () => {
	session = { id: ID };
	const text = textOf(await page());
	expect(text.match(/not reported/g)?.length).toBeGreaterThanOrEqual(13);
	expect(text).toContain("The tenant does not report the metadata of this session: saving here replaces whatever");
	expect(text).toContain("No metadata is reported. Add a row to begin.");
	session = { id: ID, session_metadata: null };
	expect(textOf(await page())).toContain("This session has no metadata. Add a row to begin.");
	expect(text).toContain("The user has to sign in again on that device.");
});

test("an application without a usable ID hides no other, and is not none", async () => {
	session = { ...whole, clients: [null, { client_id: "portal" }] };
	expect(textOf(await page())).toMatch(/Applications Partner Portal\s+another,\s+not reported Signed in with/);
	session = { ...whole, clients: ["portal"] };
	expect(textOf(await page())).toContain("Applications not reported Signed in with");
	session = { ...whole, clients: [] };
	expect(textOf(await page())).toContain("Applications none Signed in with");
});

test("a viewer sees everything and can change nothing", async () => {
	const text = textOf(await page({ as: "viewer" }));
	expect(text).toContain("4711");
	expect(text).not.toMatch(/End session|Save metadata|Add row/);
	expect(textOf(await page({ as: "support" }))).toMatch(/End session.*Save metadata/);
});

test("refresh tokens that can't be listed leave the rest, and the dialog still states that they end", async () => {
	refused = /refresh-tokens/;
	const text = textOf(await page());
	expect(text).toContain(
		"Not known. The console lacks a scope. The tenant has not granted this console read:refresh_tokens.",
	);
	expect(text).toContain("Ends with it: all refresh tokens that were issued in it (not known which)");
	expect(text).toContain("Save metadata");
});

test("a scope that is missing is named at what it is for, which is not offered", async () => {
	scope = "read:sessions delete:sessions read:refresh_tokens read:users read:clients";
	await page();
	const text = textOf(await page());
	expect(text).toContain(
		"has not granted this console delete:sessions and delete:refresh_tokens, so it can't end sessions together with their refresh tokens.",
	);
	expect(text).toContain("has not granted this console update:sessions, so it can't edit session metadata.");
	expect(text).not.toMatch(/End session|Save metadata/);
	refused = /\/sessions\//;
	expect(textOf(await page())).toContain("The tenant has not granted this console read:sessions.");
});

test("after a requested end it can't be edited while that is under way, and is reported as gone then", async () => {
	const requested = async (target: string, minutesAgo: number) => {
		const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
		const entry = { at, target, operation: "post_session_revoke", userId: "auth0|amara" };
		await insertAuditEntry(auditEntry({ id: orderedId(at, target), ...entry }));
	};
	expect(textOf(await page())).toMatch(/End session.*Save metadata/);
	expect(textOf(await page({ id: "none" }))).not.toContain("End requested");
	await requested(ID, 24 * 60);
	expect(textOf(await page())).not.toContain("End requested");
	await requested(ID, 3);
	const late = textOf(await page());
	expect(late).toMatch(/End requested.*Until then the session may still be listed\. Check again/);
	expect(late).toMatch(/End session.*Save metadata/);
	for (const id of [ID, "none"]) await requested(id, 0);
	const shown = textOf(await page());
	expect(shown).toContain("Until then the session may still be listed");
	expect(shown).not.toMatch(/End session|Save metadata/);
	const gone = await page({ id: "none" });
	expect(textOf(gone)).toMatch(
		/End requested.*no longer shows this session.*access tokens work until they expire.*No session with this ID/,
	);
	expect(gone).toContain('href="/users/auth0%7Camara"');
	const other = await page({ id: "other" });
	expect(textOf(other)).toContain("It was ended, it has expired, or never was one of this tenant’s.");
	expect(other).toContain('href="/users"');
});

describe("a session that somebody else opened as the person", () => {
	beforeEach(() => {
		session = { ...whole, actor: { sub: "support-desk" } };
	});

	test("says by whom, and its device is compared with none", async () => {
		const text = textOf(await page());
		expect(text).toMatch(/not the user’s own Opened by support-desk as this user: the device is not one of/);
		expect(text).toMatch(/Opened by support-desk Applications/);
		expect(text).toContain("Device of support-desk");
		expect(text).not.toMatch(/device changed|differs from start/);
		expect(text).toMatch(/support-desk opened it as amara@example.com and is signed out of it/);
		expect(text).not.toContain("has to sign in again");
	});

	test("leads to who opened it, where that is a user of the tenant", async () => {
		session = { ...whole, actor: { sub: "auth0|dagny" } };
		const html = await page();
		expect(html).toContain('href="/users/auth0%7Cdagny"');
		expect(textOf(html)).toContain("Opened by amara@example.com as this user");
	});
});

describe("on a real tenant", () => {
	const both = {
		backchannel_logout_urls: ["https://portal.example.com/logout"],
		backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout", "session-revoked"] },
		backchannel_logout_session_metadata: { include: true },
	};

	beforeEach(() => {
		session = { ...whole, clients: [{ client_id: "portal" }] };
		heldConfig.set({ ...dashboardConfig(), tenant: { name: "real", embedded: false } });
	});

	test("the editor of metadata says which application gets all of it, and the dialog which is notified", async () => {
		logout = both;
		const text = textOf(await page());
		expect(text).toContain("All metadata of the session goes to Partner Portal in a logout token when it ends.");
		expect(text).toContain("Partner Portal is notified of it (back-channel logout).");
		expect(text).toContain("Online refresh tokens, where the tenant issues any, are in no list and end with it.");
		expect(text).not.toContain("No application is notified");
	});

	test("what is not included is not said to leave", async () => {
		logout = { ...both, backchannel_logout_session_metadata: { include: false } };
		const text = textOf(await page());
		expect(text).not.toMatch(/logout token/);
		expect(text).toContain("Partner Portal is notified of it");
	});

	test("what the tenant does not report may be so", async () => {
		const text = textOf(await page());
		expect(text).toContain("It is not known whether Partner Portal may get the metadata in a logout token");
		expect(text).toContain("Whether Partner Portal is notified is not known");
		session = { id: ID };
		const unknown = textOf(await page());
		expect(unknown).toContain("Not all applications are known here: some may get the metadata in a logout token");
		expect(unknown).toContain("Not all applications are known here: some may be notified");
	});

	test("an application that serves other kinds of logout is not notified of this one", async () => {
		logout = { ...both, backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout"] } };
		const text = textOf(await page());
		expect(text).toContain("Partner Portal is not notified, and may leave the user signed in");
		expect(text).toContain("All metadata of the session goes to Partner Portal");
	});
});

test("on the embedded service no application is notified, and no metadata leaves it", async () => {
	logout = { backchannel_logout_urls: ["https://portal.example.com/logout"] };
	const text = textOf(await page());
	expect(text).toContain("No application is notified");
	expect(text).not.toMatch(/logout token|Online refresh tokens/);
});

test("ending it requests the end of the session and redirects to its page", async () => {
	service.handle = (_, response) => json(response, 202, {});
	const form = new FormData();
	form.set("sessionId", ID);
	form.set("userId", "auth0|amara");
	await expect(requestRevocationAction({}, form)).rejects.toMatchObject({
		digest: expect.stringContaining(`;/sessions/${ID};`),
	});
	expect(service.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
		// Whose it is, for the activity.
		`GET /api/v2/sessions/${ID} `,
		`POST /api/v2/users/auth0%7Camara/revoke-access {"session_id":"${ID}"}`,
	]);
});
