import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withCompressedFiles } from "./compressed-files.ts";
import { HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const SCRIPT = "export const words = 'words and words';\n".repeat(20);
const PATH = "/_next/static/chunks/a.js";

let folder: string;
let server: TestServer;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "static-"));
	mkdirSync(join(folder, "chunks"));
	writeFileSync(join(folder, "chunks", "a.js.br"), brotliCompressSync(SCRIPT));
	writeFileSync(join(folder, "chunks", "font.woff2"), SCRIPT);
	writeFileSync(join(folder, "secret.br"), "not of a script");
	const next = withCompressedFiles(folder, async (_request, response) => void response.end("by Next"));
	server = await startTestServer({ dashboard: next });
});

afterEach(async () => {
	await server.stop();
	rmSync(folder, { recursive: true });
});

async function responseOf(line: string, ...headers: string[]) {
	return parseResponse(await server.send(head(`${line} HTTP/1.1`, HOST, "Connection: close", ...headers)).whole());
}

test("a script of the build is sent as the copy that was compressed at build time, to be cached forever", async () => {
	for (const encodings of ["br", "gzip, deflate, br, zstd", "gzip;q=0.5, br;q=0.9"]) {
		const { headers, body } = await responseOf(`GET ${PATH}`, `Accept-Encoding: ${encodings}`);
		expect(brotliDecompressSync(Buffer.from(body, "latin1")).toString()).toBe(SCRIPT);
		expect(Object.fromEntries(headers)).toMatchObject({
			"content-encoding": "br",
			"content-type": "application/javascript; charset=UTF-8",
			"cache-control": "public, max-age=31536000, immutable",
			"x-content-type-options": "nosniff",
			vary: "accept-encoding",
		});
	}
	const { headers, body } = await responseOf(`HEAD ${PATH}?v=1`, "Accept-Encoding: br");
	expect([headers.get("content-encoding"), body]).toEqual(["br", ""]);
});

test.each([
	["without the encoding", `GET ${PATH}`],
	["that refuses the encoding", `GET ${PATH}`, "Accept-Encoding: gzip, br;q=0"],
	["of another encoding's name", `GET ${PATH}`, "Accept-Encoding: brx, xbr"],
	["for a part", `GET ${PATH}`, "Accept-Encoding: br", "Range: bytes=0-9"],
	["for a file that is compressed already", "GET /_next/static/chunks/font.woff2", "Accept-Encoding: br"],
	["for a file that is no script", "GET /_next/static/secret", "Accept-Encoding: br"],
	["for a file that is not there", "GET /_next/static/chunks/b.js", "Accept-Encoding: br"],
])("a request %s is passed on to Next", async (_which, line, ...headers) => {
	expect((await responseOf(line, ...headers)).body).toContain("by Next");
});

test("a folder that is not there holds nothing", async () => {
	const next = withCompressedFiles(join(folder, "none"), async (_request, response) => void response.end("by Next"));
	await server.stop();
	server = await startTestServer({ dashboard: next });
	expect((await responseOf(`GET ${PATH}`, "Accept-Encoding: br")).body).toContain("by Next");
});
