import { deflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { longLimit } from "@/lib/testing/long-limit";
import { cpuMilliseconds } from "@/lib/xml/testing/cpu-time";
import { addAttackedClients, refusedSaml, samlRequest } from "../testing/refused-saml";
import { postForm, redirectQuery } from "../testing/saml-party";
import { startTestService } from "../testing/test-service";

describe("an attack by the XML of a SAML request", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await addAttackedClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { refusal, byRedirect, byPost, byBoth } = refusedSaml(() => tenant.service);

	const nested = (depth: number) => samlRequest({ content: "<x>".repeat(depth) });
	const inSubject = (name: string) =>
		samlRequest({ content: `<saml:Subject><saml:NameID>${name}</saml:NameID></saml:Subject>` });
	it.each([
		["a document type", `<!DOCTYPE x>${samlRequest()}`],
		["an external entity", `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${samlRequest({ issuer: "x" })}`],
		["an entity bomb", `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${inSubject("&b;")}`],
		["an undefined entity", inSubject("&nothing;")],
		["a comment in the issuer", samlRequest().replace("sp.example/metadata", "sp.example/meta<!---->data")],
		["a comment in a name", inSubject("admin<!---->.evil")],
		["a CDATA section", inSubject("<![CDATA[admin]]>")],
		["an instruction", `<?xml-stylesheet href="x"?>${samlRequest()}`],
		["an element in the issuer", samlRequest().replace("sp.example/metadata", "<x/>sp.example/metadata")],
		["10,000 nested elements", nested(10_000)],
		["a second root", samlRequest() + samlRequest()],
		["text behind it", `${samlRequest()}x`],
		["NUL", inSubject("a\0b")],
		["a byte order mark", `\ufeff${samlRequest()}`],
		["two issuers", samlRequest({ content: "<saml:Issuer>https://evil.example</saml:Issuer>" })],
		["no issuer", samlRequest().replace(/<saml:Issuer>.*<\/saml:Issuer>/, "")],
		["an empty issuer", samlRequest({ issuer: " " })],
		["a long issuer", samlRequest({ issuer: `https://sp.example/${"x".repeat(1100)}` })],
		["two subjects", samlRequest({ content: "<saml:Subject/><saml:Subject/>" })],
		["one attribute twice", samlRequest().replace(" ID=", ' ID="_other" ID=')],
		["no ID", samlRequest({ attributes: { ID: null } })],
		["an undeclared prefix", samlRequest({ content: "<evil:x/>" })],
	])("refuses %s", async (_, message) => {
		expect(await byBoth(message)).toMatch("The message cannot be read.");
	});

	it.each([
		["UTF-16", Buffer.from(samlRequest(), "utf16le")],
		["UTF-16 with its mark", Buffer.from(`\ufeff${samlRequest()}`, "utf16le")],
		["UTF-7", Buffer.from("+ADw-samlp:AuthnRequest/+AD4-")],
		["another encoding by name", Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${samlRequest()}`)],
		["broken UTF-8", Buffer.concat([Buffer.from(samlRequest()), Buffer.from([0xff])])],
		["nothing", Buffer.alloc(0)],
		["60 KB of attributes", Buffer.from(`<x${Array.from({ length: 4500 }, (_, at) => ` a${at}=""`).join("")}/>`)],
	])("refuses %s in little time", async (_, bytes) => {
		const start = cpuMilliseconds();
		const deflated = deflateRawSync(bytes).toString("base64");
		expect(await byRedirect(`SAMLRequest=${encodeURIComponent(deflated)}`)).toMatch("The message cannot be read.");
		if (bytes.length > 0) {
			expect(await byPost({ SAMLRequest: bytes.toString("base64") })).toMatch("The message cannot be read.");
		}
		expect(cpuMilliseconds() - start).toBeLessThan(longLimit(1000));
	});

	it("refuses a decompression bomb before it is decompressed", async () => {
		const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString("base64");
		const start = cpuMilliseconds();
		expect(await byRedirect(`SAMLRequest=${encodeURIComponent(bomb)}`)).toBe("The message is larger than 64 KB.");
		expect(cpuMilliseconds() - start).toBeLessThan(longLimit(1000));
		const large = samlRequest({ content: " ".repeat(64 * 1024) });
		expect(await byRedirect(redirectQuery(large))).toBe("The message is larger than 64 KB.");
		expect(await byPost(postForm(large))).toBe("The message is larger than 64 KB.");
		expect(await byPost({ SAMLRequest: "A".repeat(200_000) })).toBe("The message is larger than 64 KB.");
	});

	it("refuses a message that is not encoded as the binding requires", async () => {
		const [, value = ""] = redirectQuery(samlRequest()).split("=");
		const base64 = decodeURIComponent(value);
		const redirect = (text: string) => byRedirect(`SAMLRequest=${encodeURIComponent(text)}`);
		for (const text of [
			"",
			"%",
			"A",
			"AB=A",
			`${base64}=`,
			`${base64}A`,
			` ${base64}`,
			base64.replace(/.$/, "!"),
			"QR==",
			`${base64}\n`,
		]) {
			expect(await redirect(text), text).toMatch(/^The message is not (base64|compressed as DEFLATE)\.$/);
		}
		// `+` is a space where addresses and forms are read.
		expect(await byRedirect(`SAMLRequest=${base64.slice(0, 7)}+${base64.slice(8)}`)).toBe("The message is not base64.");
		const packed = Buffer.from(base64, "base64");
		for (const bytes of [
			packed.subarray(0, -4),
			Buffer.concat([packed, Buffer.from("more")]),
			Buffer.from(samlRequest()),
		]) {
			expect(await redirect(bytes.toString("base64"))).toBe("The message is not compressed as DEFLATE.");
		}
		expect(await byRedirect(`SAMLRequest=${value}&SAMLEncoding=none`)).toMatch("an encoding that is not known");
		expect(await byRedirect("SAMLRequest=%E0%A4%A")).toMatch("not percent-encoded UTF-8");
		expect(await byPost({})).toBe("The form has no SAML message.");
		expect(await byPost({ SAMLRequest: "x", SAMLResponse: "x" })).toBe("A request and a response were sent together.");
	});

	it("refuses other media types", async () => {
		for (const type of ["application/json", "multipart/form-data; boundary=x", "text/xml", ""]) {
			const init = {
				method: "POST",
				body: Buffer.from(JSON.stringify(postForm(samlRequest()))),
				headers: { "content-type": type },
			};
			expect(await refusal("samlp/saml", init)).toMatch("application/x-www-form-urlencoded");
		}
	});
});
