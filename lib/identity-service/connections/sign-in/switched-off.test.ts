import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as parse from "@/lib/xml/parse";
import { handleServiceRequest } from "../../handle-request";
import * as transport from "../../saml/transport";
import { authorizeAddress } from "../../testing/connection-sign-in";
import { TestBrowser } from "../../testing/test-browser";
import { addConnection, testProvider } from "../../testing/test-provider";
import { ISSUER, startTestService } from "../../testing/test-service";
import * as check from "../response/checked-response";

const parsers = {
	ours: vi.spyOn(parse, "parseXml"),
	form: vi.spyOn(transport, "samlForm"),
	theirs: vi.spyOn(check, "checkedResponse"),
};

describe("while every connection is off", () => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await addConnection(tenant.service, "acme", [], {
			...provider.options,
			idpinitiated: { enabled: true, client_id: "web", client_protocol: "oidc" },
		});
	});
	beforeEach(() => {
		for (const spy of Object.values(parsers)) spy.mockClear();
	});
	afterAll(async () => {
		vi.restoreAllMocks();
		await tenant.stop();
	});

	/** A request whose body throws when it is read. */
	function unreadable(query: string): Request {
		const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
		const request = new Request(`${ISSUER}login/callback${query}`, { method: "POST", body: "SAMLResponse=x", headers });
		const read = () => {
			throw new Error("The body was read.");
		};
		for (const name of ["arrayBuffer", "blob", "bytes", "clone", "formData", "json", "text"]) {
			Object.defineProperty(request, name, { value: read });
		}
		Object.defineProperty(request, "body", { get: read });
		return request;
	}

	it.each(["?connection=acme", "?connection=nothing", "", "?connection="])(
		"the callback%s is not found, and no body and no XML is read",
		async (query) => {
			const response = await handleServiceRequest(tenant.service, unreadable(query));
			expect([response.status, await response.json()]).toEqual([
				404,
				{ error: "not_found", error_description: expect.any(String) },
			]);
			for (const method of ["GET", "HEAD"]) {
				const address = `${ISSUER}login/callback${query}`;
				expect((await handleServiceRequest(tenant.service, new Request(address, { method }))).status).toBe(404);
			}
			for (const spy of Object.values(parsers)) expect(spy).not.toHaveBeenCalled();
		},
	);

	it("the same request is read once one is on, as the spies see", async () => {
		await addConnection(tenant.service, "on", ["web"], provider.options);
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const body = new URLSearchParams({ SAMLResponse: provider.response({ connection: "on" }) });
		const address = `${ISSUER}login/callback?connection=on`;
		const response = await handleServiceRequest(tenant.service, new Request(address, { method: "POST", body }));
		expect(response.status).toBe(400);
		for (const spy of Object.values(parsers)) expect(spy).toHaveBeenCalled();
		expect((await handleServiceRequest(tenant.service, unreadable("?connection=on"))).status).toBe(500);
		// A request for one that is off, or for none, isn't read.
		for (const query of ["?connection=acme", "?connection=nothing", ""]) {
			expect([400, 404]).toContain((await handleServiceRequest(tenant.service, unreadable(query))).status);
		}
		log.mockRestore();
		await tenant.service.database.deleteFrom("connections").where("name", "=", "on").execute();
	});

	it("no login page names one, and no application can use it", async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		expect(await (await browser.visit(page.pathname)).text()).not.toContain("Continue with");
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		expect((await browser.visit(`${page.pathname}/connection?name=acme`)).status).toBe(400);
		log.mockRestore();
		const response = await browser.visit(authorizeAddress({ client_id: "web", connection: "acme" }));
		expect(response.headers.get("location")).toContain("error=invalid_request");
	});
});
