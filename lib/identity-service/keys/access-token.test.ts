import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto";
import { createLocalJWKSet, exportJWK } from "jose";
import { describe, expect, it } from "vitest";
import { EXPIRED_TOKEN, INVALID_SIGNATURE, INVALID_TOKEN, verifyAccessToken } from "./access-token";

const ours = generateKeyPairSync("rsa", { modulusLength: 2048 });
const theirs = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicJwk = { ...(await exportJWK(ours.publicKey)), kid: "our-key", alg: "RS256", use: "sig" };
const keys = createLocalJWKSet({ keys: [publicJwk] });

const NOW = 1_800_000_000;
const expectations = { issuer: "https://id.test/", audience: "https://id.test/api/v2/", now: new Date(NOW * 1000) };
const header = { alg: "RS256", typ: "at+jwt", kid: "our-key" };
const claims = {
	iss: expectations.issuer,
	aud: expectations.audience,
	sub: "client-1",
	client_id: "client-1",
	iat: NOW - 10,
	exp: NOW + 3600,
	scope: "read:users update:refresh_tokens",
	gty: "client-credentials",
};

const encode = (value: unknown) =>
	Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Signs any payload and header without a library, which would refuse to forge. */
function token(changes: object | string = {}, headerChanges: object = {}, key: KeyObject = ours.privateKey): string {
	const payload = typeof changes === "string" ? changes : { ...claims, ...changes };
	const input = `${encode({ ...header, ...headerChanges })}.${encode(payload)}`;
	return `${input}.${createSign("sha256").update(input).sign(key, "base64url")}`;
}

const verify = (text: string) =>
	verifyAccessToken(text, keys, expectations).catch(({ message }: Error) => ({ refusal: message }));
const [h = "", p = "", s = ""] = token().split(".");

describe("an access token", () => {
	it("names its client and scopes", async () => {
		expect(await verify(token())).toEqual({
			clientId: "client-1",
			scopes: ["read:users", "update:refresh_tokens"],
			expiresAt: (claims.exp + 5) * 1000,
		});
	});

	const valid: Record<string, string> = {
		"with azp instead of client_id": token({ client_id: undefined, azp: "client-1" }),
		"with several audiences, ours among them": token({ aud: ["https://other.test/", expectations.audience] }),
		"without iat and nbf": token({ iat: undefined }),
		"without scope": token({ scope: undefined }),
		"that a clock a little ahead issued": token({ iat: NOW + 4, nbf: NOW + 4 }),
		"that expired within the leeway": token({ exp: NOW - 4 }),
		"with the long form of its type": token({}, { typ: "application/at+jwt" }),
		"without kid, while there is one key": token({}, { kid: undefined }),
	};
	it.each(Object.entries(valid))("is accepted %s", async (_, text) => {
		expect(await verify(text)).toHaveProperty("clientId", "client-1");
	});
});

describe("a forgery or a token for something else is refused", () => {
	const pem = ours.publicKey.export({ type: "spki", format: "pem" });
	const der = ours.publicKey.export({ type: "spki", format: "der" });
	const symmetric = (secret: string | Buffer) => {
		const input = `${encode({ ...header, alg: "HS256" })}.${p}`;
		return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
	};
	const pss = () => {
		const input = `${encode({ ...header, alg: "PS256" })}.${p}`;
		const options = { key: ours.privateKey, padding: 6, saltLength: 32 };
		return `${input}.${signBytes("sha256", Buffer.from(input), options).toString("base64url")}`;
	};
	const sha512 = () => {
		const input = `${encode({ ...header, alg: "RS512" })}.${p}`;
		return `${input}.${createSign("sha512").update(input).sign(ours.privateKey, "base64url")}`;
	};
	const theirJwk = theirs.publicKey.export({ format: "jwk" });
	// 256 bytes leave four unused bits in the last character; a lenient decoder drops them.
	const lastCharacterTwin = `${s.slice(0, -1)}${String.fromCharCode(s.charCodeAt(s.length - 1) + 1)}`;

	const invalid: Record<string, string> = {
		"alg none, no signature": `${encode({ ...header, alg: "none" })}.${p}.`,
		"alg none, with our signature": `${encode({ ...header, alg: "none" })}.${p}.${s}`,
		"alg None": `${encode({ ...header, alg: "None" })}.${p}.${s}`,
		"alg rs256 in small letters": token({}, { alg: "rs256" }),
		"no alg": token({}, { alg: undefined }),
		"alg as a list": token({}, { alg: ["RS256"] }),
		"HS256 with the public key's PEM": symmetric(String(pem)),
		"HS256 with the public key's DER": symmetric(der),
		"HS256 with an empty secret": symmetric(""),
		"PS256 by our key": pss(),
		"RS512 by our key": sha512(),
		"an unknown critical header": token({}, { crit: ["exp2"], exp2: 1 }),
		"an unencoded payload (b64 false)": token({}, { crit: ["b64"], b64: false }),
		"no typ": token({}, { typ: undefined }),
		"typ JWT": token({}, { typ: "JWT" }),
		"typ of a logout token": token({}, { typ: "logout+jwt" }),
		"typ with a space": token({}, { typ: "at+jwt " }),
		"another issuer": token({ iss: "https://evil.test/" }),
		"the issuer without its slash": token({ iss: "https://id.test" }),
		"the issuer in a list": token({ iss: [expectations.issuer] }),
		"no issuer": token({ iss: undefined }),
		"no audience": token({ aud: undefined }),
		"no exp": token({ exp: undefined }),
		"exp as text": token({ exp: String(NOW + 3600) }),
		"exp null": token({ exp: null }),
		"exp beyond every number": token(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999')),
		"nbf in the future": token({ nbf: NOW + 60 }),
		"nbf as text": token({ nbf: "0" }),
		"iat in the future": token({ iat: NOW + 60 }),
		"iat as text": token({ iat: "0" }),
		"a user's token": token({ sub: "auth0|1", gty: undefined }),
		"a token of another grant": token({ gty: "password" }),
		"a token of several grants": token({ gty: ["client-credentials"] }),
		"no client": token({ client_id: undefined }),
		"an empty client": token({ client_id: "" }),
		"a client that is a list": token({ client_id: ["client-1"] }),
		"a client that is an object": token({ client_id: { toString: "client-1" } }),
		"scopes as a list": token({ scope: ["read:users"] }),
		"a payload that is a list": token(JSON.stringify([claims])),
		"a payload that is a text": token('"client-1"'),
		"a payload that is null": token("null"),
		"a payload that is not JSON": token("{"),
		"a header that is not JSON": `${encode("{")}.${p}.${s}`,
		"an empty text": "",
		"dots only": "..",
		"no signature": `${h}.${p}.`,
		"two parts": `${h}.${p}`,
		"four parts": `${h}.${p}.${s}.${s}`,
		"five parts": `${h}.${p}.${s}.${s}.${s}`,
		"a leading space": ` ${token()}`,
		"a trailing newline": `${token()}\n`,
		"a space inside": `${h}. ${p}.${s}`,
		padding: `${h}.${p}.${s}==`,
		"the other base64 alphabet": `${h}.${p}.${s.replaceAll("-", "+").replaceAll("_", "/")}+`,
		"a NUL": `${h}.${p}.${s}\0`,
		"the JSON serialisation": JSON.stringify({ protected: h, payload: p, signature: s }),
	};
	it.each(Object.entries(invalid))("%s", async (_, text) => {
		expect(await verify(text)).toEqual({ refusal: INVALID_TOKEN });
	});

	const otherSignature: Record<string, string> = {
		"another key under our kid": token({}, {}, theirs.privateKey),
		"another key without kid": token({}, { kid: undefined }, theirs.privateKey),
		"another key that the header contains": token({}, { jwk: theirJwk }, theirs.privateKey),
		"another key that the header points at": token({}, { jku: "https://evil.test/jwks.json" }, theirs.privateKey),
		"an unknown kid": token({}, { kid: "unknown" }, theirs.privateKey),
		"a kid that is a path": token({}, { kid: "../../../../dev/null" }, theirs.privateKey),
		"a kid that is a query": token({}, { kid: "x' union select 'key" }, theirs.privateKey),
		"a changed payload": `${h}.${encode({ ...claims, scope: "delete:users" })}.${s}`,
		"a changed header": `${encode({ ...header, extra: 1 })}.${p}.${s}`,
		"a cut signature": `${h}.${p}.${s.slice(0, -2)}`,
		"our key, but with stray bits in the last character": `${h}.${p}.${lastCharacterTwin}`,
		"a signature of zeros": `${h}.${p}.${Buffer.alloc(256).toString("base64url")}`,
	};
	it.each(Object.entries(otherSignature))("signed by %s", async (_, text) => {
		expect(await verify(text)).toEqual({ refusal: INVALID_SIGNATURE });
	});

	it("expired", async () => {
		expect(await verify(token({ exp: NOW - 60 }))).toEqual({ refusal: EXPIRED_TOKEN });
		expect(await verify(token({ exp: 0 }))).toEqual({ refusal: EXPIRED_TOKEN });
		expect(await verify(token({ exp: -1 }))).toEqual({ refusal: EXPIRED_TOKEN });
	});

	it("for another audience, which the message names", async () => {
		const withoutSlash = "https://id.test/api/v2";
		expect(await verify(token({ aud: withoutSlash }))).toEqual({ refusal: `Bad audience: ${withoutSlash}` });
		expect(await verify(token({ aud: [] }))).toHaveProperty("refusal");
		expect(await verify(token({ aud: "https://other.test/" }))).toHaveProperty("refusal");
	});

	it("any single changed character of the signature", async () => {
		for (let index = 0; index < s.length; index += 7) {
			const changed = s.charAt(index) === "A" ? "B" : "A";
			expect(await verify(`${h}.${p}.${s.slice(0, index)}${changed}${s.slice(index + 1)}`)).toHaveProperty("refusal");
		}
	});
});
