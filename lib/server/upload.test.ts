import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { BODY_BYTES_MAX, FORM_FIELDS_MAX, UPLOAD_LIMITS } from "./limits.ts";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const PATH = "/templates/import/upload";
const TYPE = "Content-Type: multipart/form-data; boundary=x";

let server: TestServer;
let release: (() => void)[] = [];
afterEach(async () => {
	for (const respond of release) respond();
	release = [];
	await server.stop();
});

const part = (name: string, content: string) =>
	`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const bytesOf = (path: string, parts: string[], ...lines: string[]) => {
	const body = `${parts.join("")}--x--\r\n`;
	return `${head(`POST ${path} HTTP/1.1`, HOST, "Connection: close", `Origin: ${APP_URL}`, TYPE, `Content-Length: ${body.length}`, ...lines)}${body}`;
};
const responseTo = async (...request: Parameters<typeof bytesOf>) =>
	parseResponse(await server.send(bytesOf(...request)).whole());

describe("a folder of templates that is sent", () => {
	it("may be as large as a folder that is read, and have as many files; any other form may not", async () => {
		const received: number[] = [];
		server = await startTestServer({
			async dashboard(request, response) {
				let size = 0;
				for await (const chunk of request) size += chunk.length;
				received.push(size);
				response.end("read");
			},
		});
		const large = [part("zip", "a".repeat(21 * 1024 * 1024))];
		const many = Array.from({ length: FORM_FIELDS_MAX + 1 }, (_, index) => part("folder", String(index)));
		for (const parts of [large, many]) {
			expect((await responseTo(PATH, parts)).status).toBe(200);
			expect((await responseTo("/templates/new", parts)).status).toBeGreaterThanOrEqual(400);
			expect((await responseTo(PATH, parts, `Next-Action: ${"a".repeat(42)}`)).status).toBeGreaterThanOrEqual(400);
		}
		expect(received[0]).toBeGreaterThan(BODY_BYTES_MAX);
		expect(received).toHaveLength(2);
	});

	it("is refused in words where it is larger, or has more files", async () => {
		server = await startTestServer();
		const larger = await responseTo(PATH, [part("zip", "a".repeat(UPLOAD_LIMITS.bytes))]);
		expect([larger.status, larger.body]).toEqual([413, expect.stringContaining("larger than 42 MB")]);
		const more = await responseTo(
			PATH,
			Array.from({ length: UPLOAD_LIMITS.fields + 1 }, () => part("folder", "")),
		);
		expect([more.status, more.body]).toEqual([400, expect.stringContaining("More than 3,000 files")]);
	});

	const large = [part("a", "b".repeat(BODY_BYTES_MAX))];
	const from = (admin: string) => `Cookie: ${admin}`;
	/** An upload of which nothing more comes. */
	const begun = (admin: string) => server.send(bytesOf(PATH, large, from(admin)).slice(0, 10_000));
	/** Responds when the test releases it. */
	const dashboard = (_: unknown, response: ServerResponse) => void release.push(() => response.end("read"));

	it("waits for others: two large ones are read at a time, one of each admin", async () => {
		server = await startTestServer({ dashboard });
		const first = server.send(bytesOf(PATH, large, from("ann")));
		await expect.poll(() => release.length).toBe(1);
		const another = await responseTo(PATH, large, from("ann"));
		expect([another.status, another.body]).toEqual([503, expect.stringContaining("Another folder that you sent")]);
		const second = server.send(bytesOf(PATH, large, from("ben")));
		await expect.poll(() => release.length).toBe(2);
		const other = await responseTo(PATH, large, from("cem"));
		expect([other.status, other.headers.get("retry-after")]).toEqual([503, "5"]);
		const small = server.send(bytesOf(PATH, [part("a", "b")], from("ann")));
		await expect.poll(() => release.length).toBe(3);
		for (const respond of release) respond();
		await Promise.all([first, second, small].map(({ whole }) => whole()));
		release = [];
		const next = server.send(bytesOf(PATH, large, from("ann")));
		await expect.poll(() => release.length).toBe(1);
		release[0]?.();
		expect(parseResponse(await next.whole()).status).toBe(200);
	});

	it.each([
		[401, "Your session has ended."],
		[403, "Changing templates needs the editor role."],
	] as const)(
		"keeps no one out where its sender may not send one (%s), and is refused before it is read",
		async (status, message) => {
			const uploaderOf = async (cookie: string) => (cookie === "editor" ? { subject: cookie } : { status, message });
			server = await startTestServer({ dashboard, uploaderOf });
			const stalled = Array.from({ length: UPLOAD_LIMITS.atATime + 1 }, (_, index) => begun(`stranger ${index}`));
			for (const { until } of stalled) expect(await until(message)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
			const upload = server.send(bytesOf(PATH, large, from("editor")));
			await expect.poll(() => release.length).toBe(1);
			release[0]?.();
			expect(parseResponse(await upload.whole()).status).toBe(200);
		},
	);

	it("for a plan comes from a program: no origin counts, but its type, and its token before it is read where it is large", async () => {
		const planPath = "/api/console/templates/plan";
		const plannerOf = async (authorization: string) =>
			authorization === "Bearer right"
				? { subject: "token" }
				: { status: 401, message: "A token is expected.", headers: { "www-authenticate": "Bearer" } };
		server = await startTestServer({
			plannerOf,
			async dashboard(request, response) {
				let size = 0;
				for await (const chunk of request) size += chunk.length;
				response.end(`read ${size}`);
			},
		});
		const sent = async (body: string, ...lines: string[]) => {
			const start = head(
				`POST ${planPath} HTTP/1.1`,
				HOST,
				"Connection: close",
				`Content-Length: ${body.length}`,
				...lines,
			);
			return parseResponse(await server.send(start + body).whole());
		};
		const [json, zip] = ["Content-Type: application/json", "Content-Type: application/zip"];
		expect((await sent("{}", json)).body).toBe("read 2");
		const packed = "z".repeat(BODY_BYTES_MAX + 1);
		const large = await sent(packed, json, "Authorization: Bearer right");
		expect([large.status, JSON.parse(large.body)]).toEqual([
			413,
			{ error: "What was sent is larger than 512 KB. Nothing was changed." },
		]);
		expect((await sent(packed, zip, "Authorization: Bearer right")).body).toBe(`read ${packed.length}`);
		const refused = await sent(packed, zip, "Authorization: Bearer wrong", "Cookie: editor");
		expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
		expect(JSON.parse(refused.body)).toEqual({ error: "A token is expected." });
		for (const lines of [
			["Content-Type: multipart/form-data; boundary=x"],
			[json, `Next-Action: ${"a".repeat(42)}`],
			[],
		]) {
			const other = await sent("{}", `Origin: ${APP_URL}`, "Accept: text/html", ...lines);
			expect([other.status, JSON.parse(other.body)]).toEqual([415, { error: expect.stringContaining("ZIP archive") }]);
		}
	});

	it("as a proposal comes from a program as JSON alone, no larger than a form, from wherever", async () => {
		server = await startTestServer({
			async dashboard(request, response) {
				let size = 0;
				for await (const chunk of request) size += chunk.length;
				response.end(`read ${size}`);
			},
		});
		const sent = async (method: string, body: string, ...lines: string[]) => {
			const length = `Content-Length: ${body.length}`;
			const start = head(`${method} /api/console/proposals HTTP/1.1`, HOST, "Connection: close", length, ...lines);
			return parseResponse(await server.send(start + body).whole());
		};
		const json = "Content-Type: application/json; charset=utf-8";
		expect((await sent("POST", "{}", json, "Origin: https://elsewhere.example")).body).toBe("read 2");
		const refusals: [number, string, string, ...string[]][] = [
			[413, "POST", "x".repeat(BODY_BYTES_MAX + 1), json],
			[415, "POST", "PK", "Content-Type: application/zip"],
			[415, "POST", "{}", "Content-Type: multipart/form-data; boundary=x"],
			[415, "POST", "{}", json, `Next-Action: ${"a".repeat(42)}`],
			[415, "POST", "{}"],
			[405, "PUT", "{}", json],
			[405, "DELETE", "{}", json],
		];
		for (const [status, ...request] of refusals) {
			const refused = await sent(...request);
			expect([refused.status, JSON.parse(refused.body)]).toEqual([status, { error: expect.any(String) }]);
		}
	});

	it("for a plan takes no place of an admin's, and waits for another one", async () => {
		server = await startTestServer({ dashboard });
		const archive = (token: string) =>
			server.send(
				`${head("POST /api/console/templates/plan HTTP/1.1", HOST, "Connection: close", "Content-Type: application/zip", `Authorization: ${token}`, `Content-Length: ${BODY_BYTES_MAX + 1}`)}${"z".repeat(BODY_BYTES_MAX + 1)}`,
			);
		const plan = archive("one");
		await expect.poll(() => release.length).toBe(1);
		const other = parseResponse(await archive("other").whole());
		expect([other.status, other.headers.get("retry-after")]).toEqual([503, "5"]);
		const uploads = ["ann", "ben"].map((admin) => server.send(bytesOf(PATH, large, from(admin))));
		await expect.poll(() => release.length).toBe(3);
		for (const respond of release) respond();
		for (const { whole } of [plan, ...uploads]) expect(parseResponse(await whole()).status).toBe(200);
	});

	it("that does not go on keeps others out no longer than a request may take, and no longer than its connection", async () => {
		const known = Promise.withResolvers<{ subject: string }>();
		server = await startTestServer({
			dashboard,
			limits: { request: 300, head: 300 },
			uploaderOf: (cookie) => (cookie === "dee" ? known.promise : Promise.resolve({ subject: cookie })),
		});
		const gone = begun("dee");
		await expect.poll(() => server.connections()).toBe(1);
		gone.socket.destroy();
		await expect.poll(() => server.connections()).toBe(0);
		known.resolve({ subject: "dee" });
		const stalled = [begun("ann"), begun("ben")];
		for (const { whole } of stalled) expect(parseResponse(await whole()).status).toBe(408);
		for (const admin of ["ann", "dee"]) void server.send(bytesOf(PATH, large, from(admin)));
		await expect.poll(() => release.length).toBe(2);
	});
});
