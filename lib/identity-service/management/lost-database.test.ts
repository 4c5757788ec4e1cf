import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openBreakableLine } from "@/lib/database/testing/breakable-line";
import { handleServiceRequest } from "../handle-request";
import { templateRequest } from "../testing/template-calls";
import { openTestTenant, type TestTenant } from "../testing/test-tenant";

const PATH = "/verifiable-credentials/verification/templates";
const server = process.env.TEST_DATABASE_URL;

describe.skipIf(!server)(
	`a PostgreSQL that is lost${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => {
		let line: Awaited<ReturnType<typeof openBreakableLine>>;
		let tenant: TestTenant;
		beforeAll(async () => {
			const url = new URL(server ?? "");
			line = await openBreakableLine({ host: url.hostname, port: Number(url.port || 5432) });
			url.hostname = "127.0.0.1";
			url.port = String(line.port);
			// Requests are counted there too.
			tenant = await openTestTenant({ RATE_LIMIT: "" }, url.href);
			vi.spyOn(process.stderr, "write").mockReturnValue(true);
		});
		afterEach(() => line.mend());
		afterAll(async () => {
			vi.restoreAllMocks();
			await tenant.close();
			line.close();
		});

		const login = () =>
			handleServiceRequest(
				tenant.service,
				new Request("http://localhost:3000/oauth/token", {
					method: "POST",
					headers: { "content-type": "application/x-www-form-urlencoded" },
					body: new URLSearchParams({ grant_type: "client_credentials", client_id: tenant.clientId("management") }),
				}),
			);

		it.each(["cut", "silence"] as const)(
			"causes a 503 within seconds, and requires no restart when it is back (%s)",
			async (how) => {
				expect((await tenant.call("GET", PATH)).status).toBe(200);
				line[how]();
				const [refused, ...responses] = await Promise.all([
					login(),
					tenant.call("GET", PATH),
					tenant.call("POST", PATH, { body: templateRequest({ name: "Never stored" }) }),
					tenant.call("GET", PATH, { as: null }),
				]);
				expect(responses.map(({ status }) => status)).toEqual([503, 503, 401]);
				expect(responses[1]?.json).toMatchObject({
					message: expect.stringMatching(
						/^The service (cannot use its store at the moment|lost its store while working)/,
					),
				});
				expect(refused.status).toBe(503);
				expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" });
				line.mend();
				const again = await tenant.call("POST", PATH, { body: templateRequest({ name: `Stored (${how})` }) });
				expect(again.status).toBe(201);
				expect(again.headers.get("x-ratelimit-limit")).toBe("100");
				expect((await tenant.call("GET", PATH)).text).not.toContain("Never stored");
			},
		);
	},
);
