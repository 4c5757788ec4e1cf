import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { FORM_FIELDS_MAX, INCIDENT_FIELDS_MAX } from "./limits.ts";
import { hasMoreParameters } from "./request-checks.ts";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

let server: TestServer | undefined;
afterEach(() => server?.stop());

/** The response to a form, and which part of the app it reached. */
async function post(path: string, type: string, body: string, ...lines: string[]) {
	const reached: string[] = [];
	server = await startTestServer({
		dashboard: (_request, response) => {
			reached.push("dashboard");
			response.end();
		},
		service: async () => {
			reached.push("service");
			return new Response();
		},
	});
	const length = `Content-Length: ${Buffer.byteLength(body)}`;
	const request = head(
		...[`POST ${path} HTTP/1.1`, HOST, "Connection: close", `Origin: ${APP_URL}`, `Content-Type: ${type}`],
		...[length, ...lines],
	);
	return { ...parseResponse(await server.send(request + body).whole()), reached };
}

const encoded = (count: number, pair = "a") => Array<string>(count).fill(pair).join("&");
/** @param before the header that names a field */
const parts = (count: number, before = "Content-Disposition:") =>
	`${`--b\r\n${before} form-data; name="a"\r\n\r\n\r\n`.repeat(count)}--b--\r\n`;

const URL_ENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=b";
const forms: [string, string, (count: number) => string, string[]][] = [
	["names alone", URL_ENCODED, encoded, []],
	["names and values", `${URL_ENCODED.toUpperCase()};charset=utf-8`, (count) => encoded(count, "a=b"), []],
	["a form with empty places", ` ${URL_ENCODED}`, (count) => `&&${encoded(count, "&a=&")}`, []],
	["parts", MULTIPART, parts, []],
	[
		"the arguments of an action",
		MULTIPART,
		(count) => `${parts(count - 1).slice(0, -7)}${argument}`,
		[`Next-Action: ${"40".repeat(21)}`],
	],
	["parts with odd headers", 'Multipart/Form-Data; boundary="b"', (n) => parts(n, " cOntent-disposition:"), []],
];
const argument = '--b\r\nContent-Disposition: form-data; name="0"\r\n\r\n[]\r\n--b--\r\n';

describe.each(forms)("%s", (_, type, body, lines) => {
	it.each([
		["/templates/new", "dashboard", FORM_FIELDS_MAX],
		["/incidents", "dashboard", FORM_FIELDS_MAX],
		["/incidents/abc", "dashboard", INCIDENT_FIELDS_MAX],
		["/oauth/token", "service", FORM_FIELDS_MAX],
		["/api/v2/clients", "service", FORM_FIELDS_MAX],
	])("up to the limit reach %s, and beyond it neither part", async (path, backend, max) => {
		const most = await post(path, type, body(max), ...lines);
		expect([most.status, most.reached]).toEqual([200, [backend]]);
		await server?.stop();
		const more = await post(path, type, body(max + 1), ...lines);
		expect([more.status, more.reached]).toEqual([400, []]);
		expect(more.body).toContain(`The form has more than ${max} fields. Nothing was changed.`);
	});
});

it("a body that is no form may contain what would be fields of one", async () => {
	const text = JSON.stringify([encoded(5_000), parts(5_000)]);
	for (const type of ["application/json", "text/plain"]) {
		expect((await post("/oauth/token", type, text)).reached).toEqual(["service"]);
		await server?.stop();
	}
});

it("counts parameters as a parser does", () => {
	const query = fc.array(fc.constantFrom("a", "=", "&", "&&", "?", ";", "+", "%26", "é", "#"), { maxLength: 40 });
	fc.assert(
		fc.property(query, fc.nat({ max: 12 }), (pieces, max) => {
			const text = pieces.join("");
			// The parser drops the first question mark.
			expect(hasMoreParameters(`/?${text}`, max)).toBe([...new URLSearchParams(`?${text}`).keys()].length > max);
		}),
	);
	expect(hasMoreParameters("/a&b&c", 0)).toBe(false);
});
