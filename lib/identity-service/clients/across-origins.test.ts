import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { DATABASE_CONNECTION } from "../store/users";
import { PAGE_ORIGIN } from "../testing/test-clients";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";
import { signInForTokens } from "../testing/token-request";

const OWN = [PAGE_ORIGIN, `${PAGE_ORIGIN}:8443`, "https://tools.example"];
/** The origin of other applications. */
const OF_OTHERS = "http://localhost:3000";
const FOREIGN = [
	...["https://evil.example", "http://app.example", "https://app.example.evil.example", "https://app.example:8444"],
	...["https://xapp.example", "https://APP.example", "https://app.example/", "https://me@app.example", "null", "*"],
	...["com.app://callback", "https://app.example, https://evil.example", "%", "https://%"],
];
const ENDPOINTS: [string, string[]][] = [
	["dbconnections/change_password", ["POST"]],
	["dbconnections/signup", ["POST"]],
	["oauth/token", ["POST"]],
	["oauth/revoke", ["POST"]],
	["oauth/par", ["POST"]],
	["passwordless/start", ["POST"]],
	["passwordless/verify", ["POST"]],
	["userinfo", ["GET", "POST"]],
];

describe.each(ANY_ENGINE)("scripts of applications on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const call = (method: string, path: string, headers: Record<string, string>, form?: Record<string, string>) =>
		handleServiceRequest(
			tenant.service,
			new Request(ISSUER + path, { method, headers, ...(form && { body: new URLSearchParams(form) }) }),
		);
	const allowedTo = (response: Response) => response.headers.get("access-control-allow-origin");
	const preflight = (path: string, method: string, origin: string) =>
		call("OPTIONS", path, {
			origin,
			"access-control-request-method": method,
			"access-control-request-headers": "auth0-client,content-type",
		});

	describe.each(ENDPOINTS)("at /%s", (path, methods) => {
		it.each([...OWN, OF_OTHERS])("may send the requested method and headers from %s", async (origin) => {
			for (const method of methods) {
				const { status, headers } = await preflight(path, method, origin);
				expect(status).toBe(204);
				expect(headers.get("access-control-allow-origin")).toBe(origin);
				expect(headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
				expect(headers.get("access-control-allow-headers")).toBe("auth0-client,content-type");
				expect(headers.get("access-control-allow-credentials")).toBe("true");
				expect(headers.get("vary")).toContain("Origin");
			}
		});

		it.each(FOREIGN)("may not from %s", async (origin) => {
			const { status, headers } = await preflight(path, "POST", origin);
			expect(status).toBe(204);
			for (const name of headers.keys()) expect(name).not.toMatch(/^access-control/);
			expect(headers.get("vary")).toContain("Origin");
		});

		it("may read a refusal of a request without a client on the origins of applications only", async () => {
			for (const origin of [PAGE_ORIGIN, OF_OTHERS]) {
				const response = await call("POST", path, { origin }, { token: "x" });
				expect(response.status).toBeGreaterThanOrEqual(400);
				expect(allowedTo(response)).toBe(origin);
				expect(response.headers.get("vary")).toContain("Origin");
			}
			for (const origin of FOREIGN) expect(allowedTo(await call("POST", path, { origin }, { token: "x" }))).toBeNull();
		});
	});

	const requests: [string, Record<string, string>][] = [
		["dbconnections/change_password", { connection: DATABASE_CONNECTION, email: "unknown@example.com" }],
		["dbconnections/signup", { connection: DATABASE_CONNECTION, email: "unknown@example.com", password: "weak" }],
		["oauth/token", { grant_type: "refresh_token", refresh_token: "none" }],
		["oauth/revoke", { token: "none" }],
		["passwordless/start", { connection: "email", email: "unknown@example.com" }],
		["passwordless/verify", { connection: "email", username: "unknown@example.com", password: "000000" }],
	];

	it.each(requests)("may read the response of /%s to an application on its own origins only", async (path, form) => {
		for (const origin of OWN) {
			const response = await call("POST", path, { origin }, { client_id: "page", ...form });
			expect(allowedTo(response)).toBe(origin);
			expect(response.headers.get("access-control-expose-headers")).toContain("X-RateLimit-Remaining");
			expect(response.headers.get("access-control-allow-credentials")).toBe("true");
		}
		for (const origin of [OF_OTHERS, ...FOREIGN]) {
			const response = await call("POST", path, { origin }, { client_id: "page", ...form });
			expect([response.status, allowedTo(response)]).toEqual([400, null]);
			expect(response.headers.get("access-control-allow-credentials")).toBeNull();
			expect(response.headers.get("access-control-expose-headers")).toBeNull();
		}
		// A program names no origin.
		expect(allowedTo(await call("POST", path, {}, { client_id: "page", ...form }))).toBeNull();
	});

	it.each(requests)("send cookies to /%s without effect: none is read, and none is set", async (path, form) => {
		const read: (string | null)[] = [];
		const request = (cookie: string) =>
			new Request(ISSUER + path, {
				method: "POST",
				headers: { origin: PAGE_ORIGIN, cookie },
				body: new URLSearchParams({ client_id: "page", ...form }),
			});
		for (const cookie of ["", "__Host-session=x; _session=x; _interaction=x"]) {
			const response = await handleServiceRequest(tenant.service, request(cookie));
			expect(response.headers.get("set-cookie")).toBeNull();
			read.push(`${response.status} ${await response.text()}`);
		}
		expect(read[1]).toBe(read[0]);
	});

	it("may read user info on the origins of the token's application only", async () => {
		const { access_token } = await signInForTokens(tenant.service, "browser");
		for (const method of ["GET", "POST"]) {
			const info = (origin: string) => call(method, "userinfo", { origin, authorization: `Bearer ${access_token}` });
			const own = await info(OF_OTHERS);
			expect([own.status, allowedTo(own)]).toEqual([200, OF_OTHERS]);
			for (const origin of [PAGE_ORIGIN, ...FOREIGN]) {
				const refused = await info(origin);
				expect([refused.status, allowedTo(refused)]).toEqual([400, null]);
				expect(await refused.text()).not.toContain("Rita");
			}
		}
	});

	it("change nothing from another origin: the token that they revoke stays valid", async () => {
		const { refresh_token } = await signInForTokens(tenant.service, "browser", { scope: "openid offline_access" });
		const form = { client_id: "browser", token: refresh_token };
		expect((await call("POST", "oauth/revoke", { origin: "https://evil.example" }, form)).status).toBe(400);
		const renew = { grant_type: "refresh_token", refresh_token, client_id: "browser" };
		expect((await call("POST", "oauth/token", { origin: OF_OTHERS }, renew)).status).toBe(200);
	});

	it("can neither sign a user up nor have a message sent from another origin", async () => {
		const messages = () => tenant.service.database.selectFrom("outbox_messages").selectAll().execute();
		const form = {
			client_id: "page",
			connection: DATABASE_CONNECTION,
			email: "new@example.com",
			password: "a quite unusual passphrase",
		};
		const before = (await messages()).length;
		for (const path of ["dbconnections/signup", "dbconnections/change_password"]) {
			expect((await call("POST", path, { origin: "https://evil.example" }, form)).status).toBe(400);
		}
		expect(await messages()).toHaveLength(before);
		expect((await call("POST", "dbconnections/signup", { origin: PAGE_ORIGIN }, form)).status).toBe(200);
		expect(await messages()).toHaveLength(before + 1);
	});

	it("may read discovery and keys from any origin", async () => {
		for (const path of [".well-known/openid-configuration", ".well-known/jwks.json"]) {
			const origin = "https://anywhere.example";
			expect(allowedTo(await call("GET", path, { origin }))).toBe(origin);
		}
	});

	it("may not call pages", async () => {
		for (const path of ["authorize", "v2/logout", "oidc/logout", "login/abc/continue", "outbox"]) {
			const response = await preflight(path, "POST", PAGE_ORIGIN);
			expect(allowedTo(response), path).toBeNull();
		}
	});
});

describe("scripts of applications beyond the limit", () => {
	it("may read the refusal and its three headers; preflights are rate-limited as well", async () => {
		const limits = { RATE_LIMIT: "", RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_SECOND: "0.001" };
		const tenant = await startTestService("SQLite", limits);
		const headers = { origin: PAGE_ORIGIN, "access-control-request-method": "POST" };
		for (const [path, methods] of ENDPOINTS) {
			for (const method of methods.slice(-1)) {
				const send = () => handleServiceRequest(tenant.service, new Request(ISSUER + path, { method, headers }));
				await send();
				const refused = await send();
				expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([429, PAGE_ORIGIN]);
				expect(refused.headers.get("access-control-expose-headers")).toContain("X-RateLimit-Reset");
			}
		}
		const preflight = () =>
			handleServiceRequest(tenant.service, new Request(`${ISSUER}oauth/token`, { method: "OPTIONS", headers }));
		expect((await preflight()).headers.get("x-ratelimit-remaining")).toBe("0");
		const refused = await preflight();
		expect([refused.status, (await refused.json()).error]).toEqual([429, "too_many_requests"]);
		await tenant.stop();
	});
});
