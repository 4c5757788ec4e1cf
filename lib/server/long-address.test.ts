import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TARGET_LENGTH_MAX } from "./limits.ts";
import { HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const CLOSE = "Connection: close";

let server: TestServer;
const reached: string[] = [];
beforeAll(async () => {
	server = await startTestServer({
		dashboard(request, response) {
			reached.push(request.url ?? "");
			response.end("a page");
		},
	});
});
afterAll(() => server.stop());

const get = async (target: string, method = "GET") =>
	parseResponse(await server.send(head(`${method} ${target} HTTP/1.1`, HOST, "Accept: text/html", CLOSE)).whole());
const characters = ["a", "%C3%A9", "%E4%BD%8F", "%F0%9F%9A%97"];

describe("an address that is too long for what it searches for", () => {
	it.each(characters.map((each) => [each, each.repeat(Math.ceil(9_000 / each.length))]))(
		"leads to the list with the beginning of that: %s",
		async (_, text) => {
			for (const path of ["/users", "/refresh-tokens", "/api-calls"]) {
				const { status, headers } = await get(`${path}?q=${text}&sort=-name`);
				expect(status).toBe(303);
				const location = new URL(headers.get("location") ?? "", "http://console.test");
				expect([location.host, location.pathname]).toEqual(["console.test", path]);
				const shown = location.searchParams.get("q") ?? "";
				expect([...shown].length).toBeGreaterThan(300);
				expect(decodeURIComponent(text).startsWith(shown.replace(/\ufffd+$/, ""))).toBe(true);
				expect((await get(location.pathname + location.search)).status).toBe(200);
				expect(location.href.length).toBeLessThan(TARGET_LENGTH_MAX);
			}
		},
	);

	it.each([
		["another host", `//evil.example?q=${"a".repeat(9_000)}`],
		["a path below a list", `/users/auth0%7c1?q=${"a".repeat(9_000)}`],
		["the service", `/api/v2/users?q=${"a".repeat(9_000)}`],
		["a sign-in at the service", `/authorize?q=${"a".repeat(9_000)}`],
		["a long path", `/${"a".repeat(9_000)}`],
		["another parameter", `/users?from=${"a".repeat(9_000)}`],
		["many long parameters", `/users?${"q=".concat("a".repeat(3_900), "&").repeat(3)}`],
	])("is refused for %s", async (_, target) => {
		expect((await get(target)).status).toBe(414);
	});

	it("is refused in words where it is beyond what Node reads", async () => {
		const { status, body } = await get(`/users?q=${"%C3%A9".repeat(3_000)}`);
		expect(status).toBe(431);
		expect(body).toContain("<h1>This is too large</h1>\n<p>The request's URL and headers are too large.</p>");
	});

	it("is refused where something is sent", async () => {
		expect((await get(`/users?q=${"a".repeat(9_000)}`, "POST")).status).toBe(414);
	});
});
