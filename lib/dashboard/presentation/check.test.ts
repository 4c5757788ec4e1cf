import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { CompactEncrypt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealAsWallet } from "@/lib/mdoc/sample/respond-as-wallet";
import { unlistedSampleRoot } from "@/lib/mdoc/sample/sample-issuers";
import type { SAMPLE_LICENCES } from "@/lib/mdoc/sample/sample-licences";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { chainOf, finding } from "./chain";
import { type CheckTexts, checkResponse } from "./check";
import type { PresentationReport, PresentationRules } from "./presentation-report";
import { simulate } from "./simulate";

const NAMES = ["portrait", "family_name", "age_over_21"];
const READER = { roots: [], role: "editor", labelOf: String } as const;
const now = new Date();
const EMPTY: CheckTexts = {
	response: "",
	session: "none",
	origin: "",
	nonce: "",
	key: "",
	encryptionInfo: "",
	clientId: "",
	responseUri: "",
	transcript: "",
	privateKey: "",
	date: "",
	root: "",
};

beforeAll(() => pointAtService("http://127.0.0.1:9"));
afterAll(clearDashboardState);

type Given = { bytes: Buffer; report: PresentationReport; sessionOf: (name: string) => string };

/** A response, with the session that it was made for. */
function given(rules: PresentationRules = "browser", licence: (typeof SAMPLE_LICENCES)[number]["id"] = "whole"): Given {
	const origin = "https://console.example";
	const report = simulate({ origin, names: NAMES, isRetained: false, licence, rules, ...READER, now });
	const base64 = report.downloads.find(({ label }) => label === "Response")?.base64 ?? "";
	const sessionOf = (label: string) => report.session.find(({ name }) => name === label)?.text ?? "";
	return { bytes: Buffer.from(base64, "base64"), report, sessionOf };
}

function check(texts: Partial<CheckTexts>, names = NAMES) {
	return checkResponse({ names, texts: { ...EMPTY, ...texts }, ...READER, now });
}

async function verdictOf(texts: Partial<CheckTexts>) {
	const outcome = await check(texts);
	return outcome.fault ? outcome.fault : outcome.report.verdict;
}

test("on a day when root and signer have expired the chain is broken at the root, and the reason is the root's", async () => {
	const date = `${now.getUTCFullYear() + 40}-01-01`;
	const outcome = await check({ response: given().bytes.toString("hex"), date });
	if (outcome.fault) throw new Error(outcome.fault.message);
	const { report } = outcome;
	expect([finding(report), report.reason]).toEqual([
		"Broken at Root.",
		expect.stringMatching(/^The root expired on [-\d]+ UTC\. \d more checks have failed\.$/),
	]);
	expect(chainOf(report.checks).map(({ state }) => state)).toEqual([
		...["failed", "failed", "failed", "unchecked", "passed"],
	]);
});

test("a response without requested elements is reported without a count of these", async () => {
	const outcome = await check({ response: given().bytes.toString("hex") }, []);
	if (outcome.fault) throw new Error(outcome.fault.message);
	expect(outcome.report.reason).toMatch(/^The licence is as the issuer signed it\./);
});

async function faultOf(texts: Partial<CheckTexts>) {
	const { fault } = await check(texts);
	return fault ? `${fault.field}: ${fault.message}` : null;
}

describe("a response is read", () => {
	const { bytes } = given();
	const hex = bytes.toString("hex");
	const text = bytes.toString("base64url");
	test.each([
		["hexadecimal digits", hex],
		["capital digits with 0x before each byte", hex.toUpperCase().replace(/../g, "0x$& ")],
		["digits with colons and lines", hex.replace(/../g, "$&:").replace(/.{90}/g, "$&\n").replace(/:$/, "")],
		["base64 in lines", bytes.toString("base64").replace(/.{64}/g, "$&\r\n")],
		["base64url without padding", text],
		["a text of JSON", JSON.stringify(text)],
		["the list of a vp_token", JSON.stringify([text])],
		["a vp_token that is a text, as drafts have it", JSON.stringify({ vp_token: text })],
		["a vp_token without its list, as drafts have it", JSON.stringify({ vp_token: { mdl: text } })],
		["a vp_token that is a list", JSON.stringify({ vp_token: [text], presentation_submission: {} })],
		["a vp_token alone", JSON.stringify({ mdl: [text] })],
		["the wallet's response", JSON.stringify({ vp_token: { any_name: [text] } })],
		[
			"the browser's credential",
			JSON.stringify({ protocol: "openid4vp-v1-unsigned", data: { vp_token: { mdl: [text] } } }),
		],
		["the same with its data as text", JSON.stringify({ data: JSON.stringify({ vp_token: { mdl: [text] } }) })],
	])("as %s", async (_, response) => {
		expect(await verdictOf({ response })).toBe("incomplete");
	});
});

describe("for its session", () => {
	test("of a browser with OpenID4VP: verified with origin and nonce, rejected with any other", async () => {
		const { bytes, sessionOf } = given("browser");
		const right = {
			response: bytes.toString("hex"),
			session: "browser",
			origin: sessionOf("Origin"),
			nonce: sessionOf("Nonce"),
		};
		expect(await verdictOf(right)).toBe("verified");
		expect(await verdictOf({ ...right, nonce: "another" })).toBe("rejected");
		expect(await verdictOf({ ...right, origin: "https://evil.example" })).toBe("rejected");
		const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
		expect(await verdictOf({ ...right, key: JSON.stringify(jwk) })).toBe("rejected");
		expect(await verdictOf({ ...right, session: "redirect", clientId: "x", responseUri: "https://a.example" })).toBe(
			"rejected",
		);
	});

	test("of Annex C: opened with its key, and not with another session or key", async () => {
		const { bytes, sessionOf } = given("iso", "mac");
		const session = {
			session: "iso",
			origin: sessionOf("Origin"),
			encryptionInfo: sessionOf("Encryption info"),
			privateKey: sessionOf("Private key (JWK)"),
		};
		expect(await verdictOf({ ...session, response: bytes.toString("hex") })).toBe("verified");
		expect(await verdictOf({ ...session, response: bytes.toString("hex"), privateKey: "" })).toBe("incomplete");

		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const transcript = Buffer.from(sessionOf("Session transcript"), "hex");
		const response = sealAsWallet({ response: bytes, recipient: publicKey, transcript });
		const data = JSON.stringify({ protocol: "org-iso-mdoc", data: { response } });
		const own = { ...session, privateKey: JSON.stringify(privateKey.export({ format: "jwk" })) };
		// The proof by MAC was made with the key of the first session.
		for (const form of [response, data]) expect(await verdictOf({ ...own, response: form })).toBe("rejected");
		expect(await faultOf({ ...session, response })).toMatch(/^response: .*can't be decrypted/);
		expect(await faultOf({ ...own, origin: "https://evil.example", response })).toMatch(/can't be decrypted/);
		expect(await faultOf({ response })).toMatch(/^session: .*encrypted/);
		expect(await faultOf({ ...session, privateKey: "", response })).toMatch(/^privateKey: .*encrypted/);
	});

	describe("encrypted as JWE", () => {
		const { bytes } = given();
		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const key = JSON.stringify(privateKey.export({ format: "jwk" }));
		const credential = JSON.stringify({ vp_token: { mdl: [bytes.toString("base64url")] } });
		const encrypt = (alg: string, enc: string, plaintext = credential, to: KeyObject = publicKey) =>
			new CompactEncrypt(Buffer.from(plaintext)).setProtectedHeader({ alg, enc }).encrypt(to);
		const otherKey = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });

		test.each([
			["ECDH-ES", "A256GCM"],
			["ECDH-ES", "A128CBC-HS256"],
			["ECDH-ES", "A256CBC-HS512"],
			["ECDH-ES", "A192GCM"],
			["ECDH-ES+A128KW", "A128GCM"],
			["ECDH-ES+A192KW", "A192CBC-HS384"],
			["ECDH-ES+A256KW", "A256GCM"],
		])("by %s and %s: read with its key, and with no other", async (alg, enc) => {
			const jwe = await encrypt(alg, enc);
			const other = JSON.stringify(otherKey("P-256").privateKey.export({ format: "jwk" }));
			for (const response of [jwe, JSON.stringify({ data: { response: jwe } })]) {
				expect(await verdictOf({ response, privateKey: key })).toBe("incomplete");
				expect(await faultOf({ response })).toMatch(/^privateKey: /);
				expect(await faultOf({ response, privateKey: other })).toMatch(/^privateKey: .*another key, or was changed/);
			}
		});

		test("with the contents of drafts: a token as a text, or a signed JWT", async () => {
			const claims = { vp_token: bytes.toString("base64url"), presentation_submission: {}, state: "s" };
			const signed = await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(otherKey("P-256").privateKey);
			for (const plaintext of [JSON.stringify(claims), signed]) {
				const response = await encrypt("ECDH-ES", "A256GCM", plaintext);
				expect(await verdictOf({ response, privateKey: key })).toBe("incomplete");
			}
			expect(await verdictOf({ response: signed })).toBe("incomplete");
		});

		test("that can't be decrypted: the reason is named", async () => {
			const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
			const fault = async (response: string) => faultOf({ response, privateKey: key });
			expect(await fault(await encrypt("RSA-OAEP-256", "A256GCM", credential, rsa))).toMatch(
				/^response: .*encrypted with RSA-OAEP-256\. Only these can be opened: ECDH-ES, /,
			);
			const named = (header: object) => `${Buffer.from(JSON.stringify(header)).toString("base64url")}.AA.AA.AA.AA`;
			expect(await fault(named({ alg: "ECDH-ES", enc: "Secretvalue" }))).toMatch(
				/^response: .*encrypted with an algorithm that is not known here\. .* A128GCM, A192GCM, /,
			);
			expect(await fault(await encrypt("ECDH-ES", "A256GCM", credential, otherKey("P-384").publicKey))).toMatch(
				/^privateKey: .*a key on a curve other than P-256/,
			);
			expect(await fault(named({ alg: "ECDH-ES", enc: "A256GCM" }))).toMatch(/^response: .*can't be opened as one/);
			expect(await fault("Secretvalue.a.b.c.d")).toMatch(/^response: .*its header can't be read/);
			expect(await fault("Secretvalue.a.b")).toMatch(/^response: .*three parts like a signed JWT, but is not one/);
		});

		test("in itself again and again: only a limited number of times", async () => {
			let response = credential;
			for (let depth = 0; depth < 6; depth += 1) response = await encrypt("ECDH-ES", "A128GCM", response);
			expect(await faultOf({ response, privateKey: key })).toMatch(/wrapped in itself too many times/);
		});
	});

	test("as transcript in hexadecimal digits", async () => {
		const { bytes, sessionOf } = given("iso");
		const texts = { response: bytes.toString("base64"), session: "raw", transcript: sessionOf("Session transcript") };
		expect(await verdictOf(texts)).toBe("verified");
		expect(await faultOf({ ...texts, transcript: texts.transcript.slice(0, -2) })).toMatch(/^transcript: .*byte/);
		expect(await faultOf({ ...texts, transcript: "a0" })).toMatch(/^transcript: .*array of three/);
	});
});

test("the date determines the validity, and a given root the trust in the issuer", async () => {
	const response = given().bytes.toString("hex");
	expect(await verdictOf({ response, date: "2019-01-31" })).toBe("rejected");
	expect(await verdictOf({ response, date: now.toISOString() })).toBe("incomplete");
	const unlisted = given("browser", "unlisted-issuer").bytes.toString("hex");
	expect(await verdictOf({ response: unlisted })).toBe("rejected");
	expect(await verdictOf({ response: unlisted, root: unlistedSampleRoot().toString() })).toBe("incomplete");
});

test("elements that are not requested are not shown", async () => {
	const { bytes } = given();
	const outcome = await check({ response: bytes.toString("hex") }, ["portrait"]);
	const shown = outcome.fault ? [] : outcome.report.elements.filter(({ value }) => value !== null);
	expect(shown.map(({ name }) => name)).toEqual(["portrait"]);
	expect(
		JSON.stringify({ ...outcome, report: { ...(outcome.fault ? {} : outcome.report), downloads: [] } }),
	).not.toContain("Papadaki");
});

describe("an unusable text is reported at its field, and never quoted", () => {
	const { bytes } = given();
	const hex = bytes.toString("hex");
	const own = "Secretvalue";
	test.each<[string, Partial<CheckTexts>, RegExp]>([
		["nothing", { response: " \n" }, /^response: Paste/],
		["an odd number of digits", { response: hex.slice(1) }, /^response: .*hexadecimal digits: one is missing/],
		["half of a response", { response: hex.slice(0, 200) }, /^response: .*at byte \d+/],
		["bytes after its end", { response: `${hex}00` }, new RegExp(`at byte ${bytes.length}: 1 more bytes`)],
		[
			"no text of bytes",
			{ response: `${own} !` },
			/^response: This is neither hex, base64 nor a browser's JSON\. Character 12.* fits neither/,
		],
		["JSON that is cut off", { response: `{"vp_token":{"mdl":["${own}` }, /begins like JSON, but is not JSON/],
		["an error of the wallet", { response: '{"error":"access_denied"}' }, /access_denied/],
		["an error of its own", { response: `{"data":{"error":"${own}"}}` }, /an error of its own/],
		["two presentations", { response: `["${own}","${own}"]` }, /has 2 presentations/],
		[
			"wrappings without end",
			{ response: `${'{"data":'.repeat(9000)}1${"}".repeat(9000)}` },
			/wrapped in itself too many times/,
		],
		["brackets without end", { response: "[".repeat(90_000) }, /^response: /],
		["more than 200 KB", { response: "00".repeat(204_801) }, /204,801 bytes decoded; at most 204,800/],
		["more than 200 KB as base64", { response: "z".repeat(273_100) }, /204,825 bytes decoded/],
		[
			"an origin with a slash",
			{ response: hex, session: "browser", origin: "https://a.example/", nonce: "n" },
			/^origin: .*slash/,
		],
		["no nonce", { response: hex, session: "browser", origin: "https://a.example" }, /^nonce: The nonce is needed/],
		["no encryption info", { response: hex, session: "iso", origin: "https://a.example" }, /^encryptionInfo: /],
		["no client", { response: hex, session: "redirect", nonce: "n" }, /^clientId: /],
		["no session that there is", { response: hex, session: own }, /^session: Choose/],
		[
			"no key",
			{ response: hex, session: "browser", origin: "https://a.example", nonce: "n", key: own },
			/^key: .*32 bytes/,
		],
		[
			"a key without its parts",
			{ response: hex, session: "redirect", clientId: "c", nonce: "n", key: "{}", responseUri: "r" },
			/^key: /,
		],
		["not a private key", { response: hex, privateKey: `{"d":"${own}"}` }, /^privateKey: This is not a private key/],
		["no date", { response: hex, date: "31.12.2026" }, /^date: /],
		["a day that there is not", { response: hex, date: "2026-02-31" }, /^date: /],
		["no certificate", { response: hex, root: own }, /^root: There is no certificate/],
	])("%s", async (_, texts, message) => {
		const fault = await faultOf(texts);
		expect(fault).toMatch(message);
		expect(fault).not.toContain(own);
	});
});
