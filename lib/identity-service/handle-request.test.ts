import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { handleServiceRequest } from "./handle-request";
import { TestBrowser } from "./testing/test-browser";
import { ISSUER, startTestService } from "./testing/test-service";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const NOT_FOUND = { error: "not_found", error_description: "There is nothing at this URL." };
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** Each path with its methods; the others are refused. */
const PATHS: [string, string[]][] = [
	[".well-known/jwks.json", ["GET", "HEAD", "OPTIONS"]],
	[".well-known/oauth-authorization-server", ["GET", "HEAD", "OPTIONS"]],
	[".well-known/openid-configuration", ["GET", "HEAD", "OPTIONS"]],
	["api/v2/openapi.json", ["GET", "HEAD", "OPTIONS"]],
	["authorize", ["GET", "HEAD", "OPTIONS", "POST"]],
	["authorize/abc", ["GET", "HEAD", "OPTIONS"]],
	["cer", ["GET", "HEAD", "OPTIONS"]],
	["dbconnections/change_password", ["OPTIONS", "POST"]],
	["dbconnections/reset", ["GET", "HEAD", "OPTIONS", "POST"]],
	["dbconnections/signup", ["OPTIONS", "POST"]],
	["dbconnections/verify", ["GET", "HEAD", "OPTIONS", "POST"]],
	["delegation", ["OPTIONS", "POST"]],
	["fingerprint", ["GET", "HEAD", "OPTIONS"]],
	["login/abc", ["GET", "HEAD", "OPTIONS"]],
	["login/abc/code", ["OPTIONS", "POST"]],
	["login/abc/connection", ["GET", "HEAD", "OPTIONS"]],
	["login/abc/consent", ["OPTIONS", "POST"]],
	["login/abc/continue", ["OPTIONS", "POST"]],
	["login/abc/forgotten", ["OPTIONS", "POST"]],
	["login/abc/signup", ["OPTIONS", "POST"]],
	["login/callback", ["GET", "HEAD", "OPTIONS", "POST"]],
	["logout", ["GET", "HEAD", "OPTIONS", "POST"]],
	["oauth/par", ["OPTIONS", "POST"]],
	["oauth/revoke", ["OPTIONS", "POST"]],
	["oauth/token", ["OPTIONS", "POST"]],
	["oidc/logout", ["GET", "HEAD", "OPTIONS", "POST"]],
	["oidc/logout/confirm", ["OPTIONS", "POST"]],
	["oidc/logout/success", ["GET", "HEAD", "OPTIONS"]],
	["outbox", ["GET", "HEAD", "OPTIONS"]],
	["passwordless/start", ["OPTIONS", "POST"]],
	["passwordless/verify", ["OPTIONS", "POST"]],
	["pb7", ["GET", "HEAD", "OPTIONS"]],
	["pem", ["GET", "HEAD", "OPTIONS"]],
	["rawpem", ["GET", "HEAD", "OPTIONS"]],
	["samlp", ["GET", "HEAD", "OPTIONS", "POST"]],
	["samlp/abc", ["GET", "HEAD", "OPTIONS", "POST"]],
	["samlp/abc/logout", ["GET", "HEAD", "OPTIONS", "POST"]],
	["samlp/metadata", ["GET", "HEAD", "OPTIONS"]],
	["samlp/metadata/abc", ["GET", "HEAD", "OPTIONS"]],
	["sample-provider", ["GET", "HEAD", "OPTIONS"]],
	["sample-provider/choose", ["OPTIONS", "POST"]],
	["sample-provider/continue", ["OPTIONS", "POST"]],
	["sample-provider/leave", ["OPTIONS", "POST"]],
	["sample-provider/metadata", ["GET", "HEAD", "OPTIONS"]],
	["sample-provider/sign-in", ["GET", "HEAD", "OPTIONS", "POST"]],
	["sample-provider/sign-out", ["GET", "HEAD", "OPTIONS", "POST"]],
	["userinfo", ["GET", "HEAD", "OPTIONS", "POST"]],
	["v2/logout", ["GET", "HEAD", "OPTIONS"]],
	["wsfed", ["GET", "HEAD", "OPTIONS"]],
	["wsfed/abc", ["GET", "HEAD", "OPTIONS"]],
	["wsfed/abc/FederationMetadata/2007-06/FederationMetadata.xml", ["GET", "HEAD", "OPTIONS"]],
	["wsfed/FederationMetadata/2007-06/FederationMetadata.xml", ["GET", "HEAD", "OPTIONS"]],
];

const NOWHERE = [
	"authorize/abc/def",
	"login",
	"login/:uid",
	"login/a%2Fb",
	"login/%",
	"login/abc/other",
	"oidc/other",
	"outbox/1",
	"u/login",
	"v2",
];

/** The same for paths that only programs request. */
const NOWHERE_OF_PROGRAMS = [
	".well-known/security.txt",
	"bc-authorize",
	"co/authenticate",
	"dbconnections/other",
	"delegation/more",
	"mfa/challenge",
	"oauth",
	"oauth/device/code",
	"oauth/token/more",
	"oauth//token",
	"passwordless/other",
	"tokeninfo",
	"userinfo/more",
	"usernamepassword/login",
];

describe("the service's one entry", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const call = (method: string, path: string, headers: Record<string, string> = {}) =>
		handleServiceRequest(tenant.service, new Request(ISSUER + path, { method, headers }));

	it.each(PATHS)("/%s accepts %j, and names them in the response to another method", async (path, allowed) => {
		for (const method of METHODS) {
			for (const end of ["", "/"]) {
				const response = await call(method, path + end);
				expect(response.status, method).toBeLessThan(500);
				if (allowed.includes(method)) expect(response.status, method).not.toBe(405);
				else expect([response.status, response.headers.get("allow")]).toEqual([405, allowed.join(", ")]);
			}
		}
	});

	it.each(NOWHERE)("/%s responds 404, whatever the method", async (path) => {
		for (const method of METHODS) expect((await call(method, path)).status, method).toBe(404);
		const page = await call("GET", path, BROWSER);
		expect(page.status).toBe(404);
		expect(await page.text()).toContain('<a href="/">');
	});

	it.each([...NOWHERE, ...NOWHERE_OF_PROGRAMS])(
		"/%s responds 404 in JSON to all that is sent there, by browsers too",
		async (path) => {
			for (const method of METHODS.filter((name) => !["GET", "HEAD"].includes(name))) {
				const response = await call(method, path, { ...BROWSER, origin: "https://elsewhere.example" });
				expect([response.status, await response.json()]).toEqual([404, NOT_FOUND]);
			}
		},
	);

	it.each(NOWHERE_OF_PROGRAMS)("/%s responds 404 in JSON, to browsers too and whatever the method", async (path) => {
		for (const method of METHODS) expect((await call(method, path)).status, method).toBe(404);
		expect(await (await call("GET", path, BROWSER)).json()).toEqual(NOT_FOUND);
	});

	it("an unknown operation or method of the management interface responds 404 in its own shape", async () => {
		for (const method of METHODS.filter((method) => method !== "HEAD")) {
			for (const path of ["api/v2", "api/v2/", "api/v2/nothing", "api/v2/openapi.json2", "api/v2/clients/"]) {
				const response = await call(method, path, BROWSER);
				expect([response.status, await response.json()]).toEqual([
					404,
					{ statusCode: 404, error: "Not Found", message: "Not Found" },
				]);
			}
		}
	});

	it("HEAD has the status and headers of GET", async () => {
		for (const path of [".well-known/openid-configuration", "outbox", "api/v2/clients", "oauth/nothing"]) {
			const [get, head] = [await call("GET", path), await call("HEAD", path)];
			expect(head.status).toBe(get.status);
			expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
		}
	});

	it("a preflight request across origins is handled by the endpoint itself", async () => {
		const headers = { origin: "http://localhost:3000", "access-control-request-method": "POST" };
		expect((await call("OPTIONS", "oauth/token", headers)).headers.get("access-control-allow-methods")).toBe("POST");
	});

	it("no response has a Connection header", async () => {
		expect((await call("GET", ".well-known/jwks.json")).headers.get("connection")).toBeNull();
	});

	it("shows a browser that opens a form's address the link back to the sign-in", async () => {
		expect(await (await call("GET", "login/abc/continue", BROWSER)).text()).toContain('<a href="/login/abc">');
	});

	it("reports an unexpected error in a page or in JSON, and the log names no login", async () => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const browser = new TestBrowser(tenant.service);
		const { href, pathname } = await browser.authorize({ client_id: "web" });
		const broken = { ...tenant.service };
		Object.defineProperty(broken, "database", {
			get() {
				throw new TypeError("a detail");
			},
		});
		const fetchPage = async (accept: string) => {
			const headers = browser.headers(pathname);
			headers.set("accept", accept);
			const response = await handleServiceRequest(broken, new Request(href, { headers }));
			return [response.status, await response.text()];
		};
		expect(await fetchPage(BROWSER.accept)).toEqual([500, expect.stringContaining("<h1>Something went wrong</h1>")]);
		expect(await fetchPage("*/*")).toEqual([500, expect.stringContaining('"error":"server_error"')]);
		const written = log.mock.calls.map(([text]) => text).join();
		expect(written).toContain("identity-service: /login/:uid failed: TypeError");
		expect(written).not.toContain(pathname);
		expect(written).not.toContain("a detail");
	});
});
