import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import { handleServiceRequest } from "../../../handle-request";
import {
	addSamlClient,
	authnRequestXml,
	messageId,
	partyCertificate,
	partyKey,
	postForm,
	redirectQuery,
	signedQuery,
	signedXml,
} from "../../testing/saml-party";
import { TestBrowser } from "../../testing/test-browser";
import { ISSUER, startTestService } from "../../testing/test-service";

const ACS = "https://sp.example/acs";
const EVIL = "https://evil.example/acs";
const MINUTE = 60_000;

describe("an attack by a request of SAML", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await addSamlClient(tenant.service, "signing", { signingCert: partyCertificate });
		await addSamlClient(tenant.service, "named", { audience: "https://named.example/metadata" });
		await addSamlClient(tenant.service, "broken", { signingCert: "no certificate" });
		await addSamlClient(tenant.service, "private", {}, ["com.example.app:/acs", "/acs", ACS]);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const artifacts = () => tenant.service.database.selectFrom("oidc_artifacts").selectAll().execute();

	/** Sends it as a browser would; expects a page in words, one line in the log, and nothing else to have happened. */
	async function refusal(path: string, init: RequestInit = {}, statuses = [400]): Promise<string> {
		const before = await artifacts();
		const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
		const headers = { accept: "text/html", ...init.headers };
		const response = await handleServiceRequest(tenant.service, new Request(ISSUER + path, { ...init, headers }));
		const page = await response.text();
		expect(statuses, page).toContain(response.status);
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(page).not.toMatch(/^\s+at /m);
		expect(page).not.toContain("evil");
		expect(written.mock.calls).toHaveLength(1);
		const [[line]] = written.mock.calls as unknown as [[string]];
		const [, sentence = ""] = /^identity-service: samlp refused: (.+)\n$/.exec(line) ?? [];
		expect(page.replaceAll("&#39;", "'")).toContain(`<p>${sentence}</p>`);
		for (const print of printed) expect(print).not.toHaveBeenCalled();
		written.mockRestore();
		expect(await artifacts()).toEqual(before);
		return sentence;
	}

	const byRedirect = (query: string, clientId = "saml") => refusal(`samlp/${clientId}?${query}`, {}, [400, 413]);
	const byPost = (form: Record<string, string> | string, clientId = "saml") =>
		refusal(
			`samlp/${clientId}`,
			{
				method: "POST",
				body: String(new URLSearchParams(form)),
				headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://sp.example" },
			},
			[400, 413],
		);
	/** The same message in both ways gets the same answer. */
	async function inBothWays(message: string, clientId = "saml"): Promise<string> {
		const said = await byPost(postForm(message), clientId);
		expect(await byRedirect(redirectQuery(message), clientId)).toBe(said);
		return said;
	}
	const request = (parts: Partial<Parameters<typeof authnRequestXml>[0]> = {}) =>
		authnRequestXml({ clientId: "saml", ...parts });

	describe("on where the answer goes", () => {
		it.each([
			EVIL,
			"https://sp.example/acs/third",
			"https://sp.example/ac",
			"https://sp.example/acs?x",
			"https://sp.example/acs#x",
			"https://sp.example/acs/",
			"https://sp.example//acs",
			"https://sp.example/./acs",
			"https://sp.example/acs/../acs",
			"https://sp.example/%61cs",
			"https://sp.example\\acs",
			"https://sp.example:443/acs",
			"https://sp.example:8443/acs",
			"https://SP.example/acs",
			"HTTPS://sp.example/acs",
			"http://sp.example/acs",
			"//sp.example/acs",
			"/acs",
			"https://sp.example@evil.example/acs",
			"https://evil.example/https://sp.example/acs",
			"https://sp.example.evil.example/acs",
			"https://evilsp.example/acs",
			" https://sp.example/acs",
			"https://sp.example/acs ",
			"https://sp.example/acs\n",
			"javascript:alert(1)//https://sp.example/acs",
			"data:text/html,x",
			"",
		])("refuses the callback %j", async (acs) => {
			const said = await inBothWays(request({ acs }));
			expect(said).toBe("The request wants its answer at an address that is no callback URL of the application.");
		});

		it("refuses a callback that no page can post to, though it is registered", async () => {
			const acs = "com.example.app:/acs";
			expect(await inBothWays(authnRequestXml({ clientId: "private", acs }), "private")).toMatch("no callback URL");
		});

		it("refuses a callback by number, and an answer by another way", async () => {
			const attributes = { AssertionConsumerServiceIndex: "0" };
			expect(await inBothWays(request({ attributes }))).toMatch("AssertionConsumerServiceIndex");
			for (const binding of ["HTTP-Redirect", "HTTP-Artifact", "PAOS", ""]) {
				const said = await inBothWays(
					request({ attributes: { ProtocolBinding: `urn:oasis:names:tc:SAML:2.0:bindings:${binding}` } }),
				);
				expect(said).toBe("The request wants an answer by another way than HTTP-POST.");
			}
		});
	});

	describe("on the signature that an application requires", () => {
		const parts = (more = {}) => ({
			clientId: "signing",
			id: messageId(),
			issueInstant: new Date().toISOString(),
			...more,
		});
		const query = (more = {}, relayState?: string) => redirectQuery(authnRequestXml(parts(more)), { relayState });
		const posted = (more = {}) => {
			const given = parts(more);
			return signedXml("AuthnRequest", (signature) => authnRequestXml(given, signature));
		};

		it("refuses a request without one", async () => {
			expect(await byRedirect(query(), "signing")).toMatch("The message is not signed");
			expect(await byPost(postForm(authnRequestXml(parts())), "signing")).toMatch("There is no signature.");
			// The signature of one binding is none of the other.
			expect(await byRedirect(redirectQuery(posted()), "signing")).toMatch("The message is not signed");
		});

		it("refuses one of which a part is missing or empty", async () => {
			const whole = signedQuery(query());
			for (const name of ["Signature", "SigAlg"]) {
				const without = whole.replace(new RegExp(`&${name}=[^&]*`), "");
				expect(await byRedirect(without, "signing")).toMatch("The message is not signed");
				expect(await byRedirect(whole.replace(new RegExp(`(&${name}=)[^&]*`), "$1"), "signing")).toMatch(/sign/);
			}
		});

		it("refuses one over other octets: another order, other encodings, other values, more parameters", async () => {
			const [message = "", state = ""] = query({}, "a b/é").split("&");
			const again = (order: string) => `${order}&${signedQuery(order).slice(order.length + 1)}`;
			const reordered = again(`${state}&${message}`);
			const signed = signedQuery(`${message}&${state}`);
			for (const tampered of [
				reordered,
				signed.replace("RelayState=a%20b", "RelayState=a+b"),
				signed.replace("%C3%A9", "%c3%a9"),
				signed.replace("a%20b%2F", "a%20b/"),
				signed.replace("RelayState=a", "RelayState=%61"),
				signed.replace("RelayState=a", "RelayState=b"),
				signed.replace(`&${state}`, ""),
				signedQuery(message).replace("&SigAlg", `&${state}&SigAlg`),
				signed.replace(/SAMLRequest=[^&]*/, query().split("&")[0] ?? ""),
				signed.replace("rsa-sha256", "rsa-sha512"),
			]) {
				expect(await byRedirect(tampered, "signing"), tampered).toMatch("does not fit");
			}
		});

		it.each(["SAMLRequest", "RelayState", "SigAlg", "Signature"])("refuses the parameter %s twice", async (name) => {
			const signed = signedQuery(query({}, "state"));
			const pair = new RegExp(`${name}=[^&]*`).exec(signed)?.[0] ?? "";
			const other = name === "SAMLRequest" ? (query({ acs: EVIL }).split("&")[0] ?? "") : `${name}=x`;
			for (const doubled of [
				`${signed}&${pair}`,
				`${signed}&${other}`,
				`${other}&${signed}`,
				`${signed}&%53${other.slice(1)}`,
			]) {
				if (doubled.includes("%53") && !name.startsWith("S")) continue;
				expect(await byRedirect(doubled, "signing")).toBe(`The parameter ${name} was sent twice.`);
			}
			const form = `SAMLRequest=${encodeURIComponent(Buffer.from(posted()).toString("base64"))}`;
			const twice = name === "SAMLRequest" ? `${form}&${form}` : `${form}&${name}=x&${name}=x`;
			expect(await byPost(twice, "signing")).toBe(`The parameter ${name} was sent twice.`);
		});

		it.each([
			"http://www.w3.org/2000/09/xmldsig#rsa-sha1",
			"http://www.w3.org/2000/09/xmldsig#dsa-sha1",
			"http://www.w3.org/2000/09/xmldsig#hmac-sha1",
			"http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
			"http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
			"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256 ",
			"rsa-sha256",
			"constructor",
		])("refuses the algorithm %s, with mathematics that are right or not", async (algorithm) => {
			const digest = algorithm.includes("sha1") ? "sha1" : "sha256";
			const said = "The message is signed by an algorithm that is not taken here.";
			expect(await byRedirect(signedQuery(query(), { algorithm, digest }), "signing")).toBe(said);
			const octets = `${query()}&SigAlg=${encodeURIComponent(algorithm)}`;
			for (const shared of [partyCertificate, createPublicKey(partyKey).export({ type: "spki", format: "pem" })]) {
				const value = createHmac(digest, shared).update(octets).digest("base64");
				expect(await byRedirect(`${octets}&Signature=${encodeURIComponent(value)}`, "signing")).toBe(said);
			}
			const form = postForm(posted().replace(SIGNATURE_URIS["rsa-sha256"], algorithm));
			expect(await byPost(form, "signing")).toMatch("an algorithm that is not taken here");
		});

		it("refuses a key of somebody else, and a shared one under the name of RSA", async () => {
			const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
			expect(await byRedirect(signedQuery(query(), { key: privateKey }), "signing")).toMatch("does not fit");
			const octets = `${query()}&SigAlg=${encodeURIComponent(SIGNATURE_URIS["rsa-sha256"])}`;
			const value = createHmac("sha256", partyCertificate).update(octets).digest("base64");
			expect(await byRedirect(`${octets}&Signature=${encodeURIComponent(value)}`, "signing")).toMatch("does not fit");
		});

		it("refuses everything where the certificate is none", async () => {
			const given = parts({ clientId: "broken" });
			const said = "The certificate to check the signature with is none of an RSA key.";
			expect(await byRedirect(signedQuery(redirectQuery(authnRequestXml(given))), "broken")).toMatch(said);
			const form = postForm(signedXml("AuthnRequest", (signature) => authnRequestXml(given, signature)));
			expect(await byPost(form, "broken")).toMatch(said);
			expect(await byRedirect(redirectQuery(authnRequestXml(given)), "broken")).toMatch("The message is not signed");
		});

		it("refuses a signature that was moved around a forged request", async () => {
			const original = posted();
			const [signature = ""] = /<ds:Signature .*<\/ds:Signature>/s.exec(original) ?? [];
			const bare = original.replace(signature, "");
			const [, id = ""] = /ID="([^"]*)"/.exec(original) ?? [];
			const extensions = (content: string) => `<samlp:Extensions>${content}</samlp:Extensions>`;
			const forged = (content: string, own = messageId()) => authnRequestXml(parts({ acs: EVIL, id: own, content }));
			const attempts = {
				"signature at the outer root": forged(signature + extensions(bare)),
				"signature at the outer root, with its ID": forged(signature + extensions(bare), id),
				"signed original in extensions": forged(extensions(original)),
				"signed original in extensions, with its ID": forged(extensions(original), id),
				"signed original as a sibling": `<x>${original}${forged("")}</x>`,
				"signature in extensions": forged(extensions(signature) + bare.slice(0, 0)),
				"original in the signature": forged(
					signature.replace("</ds:Signature>", `<ds:Object>${bare}</ds:Object></ds:Signature>`),
				),
				"two signatures": original.replace(signature, signature + signature),
				"two references": original.replace(/<ds:Reference.*<\/ds:Reference>/s, "$&$&"),
				"an empty reference": original.replace(/URI="[^"]*"/, 'URI=""'),
				"no reference": original.replace(/ URI="[^"]*"/, ""),
				"a reference to nothing": original.replace(/URI="[^"]*"/, 'URI="#_nothing"'),
				"another content": original.replace(ACS, EVIL),
				"a doubled ID": original.replace("</samlp:AuthnRequest>", `<x ID="${id}"/></samlp:AuthnRequest>`),
				"an XSLT transform": original.replace(
					"<ds:Transforms>",
					'<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
				),
				"an XPath transform": original.replace(
					"</ds:Transforms>",
					'<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>/*/*</ds:XPath></ds:Transform></ds:Transforms>',
				),
				"canonicalization with comments": original.replaceAll("xml-exc-c14n#", "xml-exc-c14n#WithComments"),
				"a comment in the digest": original.replace("<ds:DigestValue>", "<ds:DigestValue><!-- x -->"),
				"a comment in the issuer": original.replace("sp.example/metadata", "sp.example/meta<!---->data"),
			};
			for (const [name, attempt] of Object.entries(attempts)) {
				expect(attempt, name).not.toBe(original);
				expect(await byPost(postForm(attempt), "signing"), name).toMatch(
					/^The message (is not signed as|cannot be read)/,
				);
			}
		});

		it("requires to be told in it where it was sent", async () => {
			const said = "The message is signed, and does not say where it was sent.";
			expect(await byRedirect(signedQuery(query({ destination: null })), "signing")).toBe(said);
			expect(await byPost(postForm(posted({ destination: null })), "signing")).toBe(said);
		});
	});

	describe("on the XML", () => {
		const nested = (depth: number) => request({ content: "<x>".repeat(depth) });
		const inSubject = (name: string) =>
			request({ content: `<saml:Subject><saml:NameID>${name}</saml:NameID></saml:Subject>` });
		it.each([
			["a document type", `<!DOCTYPE x>${request()}`],
			["an external entity", `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${request({ issuer: "x" })}`],
			["an entity bomb", `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${inSubject("&b;")}`],
			["an undefined entity", inSubject("&nothing;")],
			["a comment in the issuer", request().replace("sp.example/metadata", "sp.example/meta<!---->data")],
			["a comment in a name", inSubject("admin<!---->.evil")],
			["a CDATA section", inSubject("<![CDATA[admin]]>")],
			["an instruction", `<?xml-stylesheet href="x"?>${request()}`],
			["an element in the issuer", request().replace("sp.example/metadata", "<x/>sp.example/metadata")],
			["10,000 elements in each other", nested(10_000)],
			["a second root", request() + request()],
			["text behind it", `${request()}x`],
			["NUL", inSubject("a\0b")],
			["a byte order mark", `\ufeff${request()}`],
			["two issuers", request({ content: "<saml:Issuer>https://evil.example</saml:Issuer>" })],
			["no issuer", request().replace(/<saml:Issuer>.*<\/saml:Issuer>/, "")],
			["an empty issuer", request({ issuer: " " })],
			["a long issuer", request({ issuer: `https://sp.example/${"x".repeat(1100)}` })],
			["two subjects", request({ content: "<saml:Subject/><saml:Subject/>" })],
			["one attribute twice", request().replace(" ID=", ' ID="_other" ID=')],
			["no ID", request({ attributes: { ID: null } })],
			["an undeclared prefix", request({ content: "<evil:x/>" })],
		])("refuses %s", async (_, message) => {
			expect(await inBothWays(message)).toMatch("The message cannot be read.");
		});

		it.each([
			["UTF-16", Buffer.from(request(), "utf16le")],
			["UTF-16 with its mark", Buffer.from(`\ufeff${request()}`, "utf16le")],
			["UTF-7", Buffer.from("+ADw-samlp:AuthnRequest/+AD4-")],
			["another encoding by name", Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${request()}`)],
			["broken UTF-8", Buffer.concat([Buffer.from(request()), Buffer.from([0xff])])],
			["nothing", Buffer.alloc(0)],
			["60 KB of attributes", Buffer.from(`<x${Array.from({ length: 4500 }, (_, at) => ` a${at}=""`).join("")}/>`)],
		])("refuses %s in little time", async (_, bytes) => {
			const start = performance.now();
			const deflated = deflateRawSync(bytes).toString("base64");
			expect(await byRedirect(`SAMLRequest=${encodeURIComponent(deflated)}`)).toMatch("The message cannot be read.");
			if (bytes.length > 0) {
				expect(await byPost({ SAMLRequest: bytes.toString("base64") })).toMatch("The message cannot be read.");
			}
			expect(performance.now() - start).toBeLessThan(1000);
		});

		it("refuses what grows when it is unpacked, before it has grown", async () => {
			const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString("base64");
			const start = performance.now();
			expect(await byRedirect(`SAMLRequest=${encodeURIComponent(bomb)}`)).toBe("The message is larger than 64 KB.");
			expect(performance.now() - start).toBeLessThan(1000);
			const large = request({ content: " ".repeat(64 * 1024) });
			expect(await byRedirect(redirectQuery(large))).toBe("The message is larger than 64 KB.");
			expect(await byPost(postForm(large))).toBe("The message is larger than 64 KB.");
			expect(await byPost({ SAMLRequest: "A".repeat(200_000) })).toBe("The message is larger than 64 KB.");
		});

		it("refuses what is not packed as it has to be", async () => {
			const [, value = ""] = redirectQuery(request()).split("=");
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
			expect(await byRedirect(`SAMLRequest=${base64.slice(0, 7)}+${base64.slice(8)}`)).toBe(
				"The message is not base64.",
			);
			const packed = Buffer.from(base64, "base64");
			for (const bytes of [
				packed.subarray(0, -4),
				Buffer.concat([packed, Buffer.from("more")]),
				Buffer.from(request()),
			]) {
				expect(await redirect(bytes.toString("base64"))).toBe("The message is not compressed as DEFLATE.");
			}
			expect(await byRedirect(`SAMLRequest=${value}&SAMLEncoding=none`)).toMatch("an encoding that is not known");
			expect(await byRedirect("SAMLRequest=%E0%A4%A")).toMatch("not percent-encoded UTF-8");
			expect(await byPost({})).toBe("The form holds no SAML message.");
			expect(await byPost({ SAMLRequest: "x", SAMLResponse: "x" })).toBe("A request and a response were sent in one.");
		});

		it("refuses other media types", async () => {
			for (const type of ["application/json", "multipart/form-data; boundary=x", "text/xml", ""]) {
				const init = {
					method: "POST",
					body: Buffer.from(JSON.stringify(postForm(request()))),
					headers: { "content-type": type },
				};
				expect(await refusal("samlp/saml", init)).toMatch("application/x-www-form-urlencoded");
			}
		});
	});

	describe("on what the message says of itself", () => {
		it.each([
			"https://evil.example/samlp/saml",
			`${ISSUER}samlp/other`,
			`${ISSUER}samlp/saml/logout`,
			`${ISSUER}samlp/samlx`,
			`${ISSUER}SAMLP/saml`,
			"http://LOCALHOST:3000/samlp/saml",
			"/samlp/saml",
			"",
		])("refuses the destination %j", async (destination) => {
			expect(await inBothWays(request({ destination }))).toBe("The message was sent to another address.");
		});

		it.each(["1.1", "2.1", "2", "", null])("refuses the version %j", async (version) => {
			expect(await inBothWays(request({ attributes: { Version: version } }))).toBe("The message is not of SAML 2.0.");
		});

		it.each([
			[-6 * MINUTE, "The message is too old. Begin again."],
			[-365 * 24 * 60 * MINUTE, "The message is too old. Begin again."],
			[6 * MINUTE, "The message is from the future: a clock is wrong."],
			[365 * 24 * 60 * MINUTE, "The message is from the future: a clock is wrong."],
		])("refuses one that was made %i milliseconds from now", async (milliseconds, words) => {
			const issueInstant = new Date(Date.now() + milliseconds).toISOString();
			expect(await inBothWays(request({ issueInstant }))).toBe(words);
		});

		it.each(["yesterday", "", "2026-13-45T00:00:00Z", "2026-01-01T00:00:00", "0", "Infinity"])(
			"refuses the time %j",
			async (issueInstant) => {
				expect(await inBothWays(request({ issueInstant }))).toMatch(/time that cannot be read|cannot be read/);
			},
		);

		it.each(["1abc", "a b", "_'", `_${"x".repeat(300)}`])("refuses the ID %j", async (id) => {
			expect(await inBothWays(request({ id }))).toBe("The message's ID is none.");
		});

		it("refuses what another application is called", async () => {
			for (const issuer of ["web", "signing", "https://named.example/metadata"]) {
				expect(await inBothWays(request({ issuer }))).toBe("The message is from another application.");
			}
		});

		it("refuses messages of other kinds, and under the other parameter", async () => {
			for (const name of ["Response", "ArtifactResolve", "AttributeQuery", "authnRequest"]) {
				expect(await inBothWays(request().replaceAll("AuthnRequest", name))).toMatch(
					"The message is none that is taken here",
				);
			}
			const elsewhere = request().replace("SAML:2.0:protocol", "SAML:1.0:protocol");
			expect(await inBothWays(elsewhere)).toMatch("The message is none that is taken here");
			const form = postForm(request(), { parameter: "SAMLResponse" });
			expect(await byPost(form)).toMatch("The message is none that is taken here");
		});

		it("refuses what is neither true nor false", async () => {
			for (const name of ["ForceAuthn", "IsPassive"]) {
				expect(await inBothWays(request({ attributes: { [name]: "yes" } }))).toMatch(
					`${name} is neither true nor false`,
				);
			}
		});
	});

	describe("on RelayState", () => {
		it("refuses one of more than 80 bytes", async () => {
			const said = "The RelayState is longer than 80 bytes.";
			for (const relayState of ["x".repeat(81), "é".repeat(41)]) {
				expect(await byRedirect(redirectQuery(request(), { relayState }))).toBe(said);
				expect(await byPost(postForm(request(), { relayState }))).toBe(said);
				expect(await byRedirect(`RelayState=${encodeURIComponent(relayState)}`)).toBe(said);
			}
		});
	});

	describe("by a script in RelayState", () => {
		it.each(["javascript:alert(1)", "JavaScript:alert(1)", " java\nscript:x", "data:text/html,<p>", "vbscript:x"])(
			"refuses %j",
			async (relayState) => {
				const said = "The RelayState is a script.";
				expect(await byRedirect(redirectQuery(request(), { relayState }))).toBe(said);
				expect(await byPost(postForm(request(), { relayState }))).toBe(said);
				expect(await byRedirect(`RelayState=${encodeURIComponent(relayState)}`)).toBe(said);
			},
		);
	});

	describe("by the same request once more", () => {
		it.each(["HTTP-Redirect", "HTTP-POST"])("is refused for as long as it could be taken, by %s", async (binding) => {
			const message = request();
			const again = () => (binding === "HTTP-POST" ? byPost(postForm(message)) : byRedirect(redirectQuery(message)));
			const browser = new TestBrowser(tenant.service);
			const first =
				binding === "HTTP-POST"
					? await browser.visit("samlp/saml", postForm(message))
					: await browser.visit(`samlp/saml?${redirectQuery(message)}`);
			expect(first.status).toBe(303);
			expect(await again()).toMatch("The request was used already.");
			tenant.passSeconds(299);
			expect(await again()).toMatch("The request was used already.");
			tenant.passSeconds(2);
			expect(await again()).toMatch("The message is too old.");
			tenant.passSeconds(-301);
		});

		it("is taken once where it comes many times at the same moment", async () => {
			vi.spyOn(process.stderr, "write").mockReturnValue(true);
			const query = redirectQuery(request());
			const answers = await Promise.all(
				Array.from({ length: 8 }, () => new TestBrowser(tenant.service).visit(`samlp/saml?${query}`)),
			);
			expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array.from({ length: 7 }, () => 400)]);
		});

		it("is no reason to refuse another application's request of the same ID", async () => {
			const id = messageId();
			for (const clientId of ["saml", "named"]) {
				const query = redirectQuery(authnRequestXml({ clientId, id }));
				expect((await new TestBrowser(tenant.service).visit(`samlp/${clientId}?${query}`)).status).toBe(303);
			}
		});
	});
});
