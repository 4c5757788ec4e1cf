import { execFileSync } from "node:child_process";
import { constants, generateKeyPairSync, verify } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import type { Application } from "@/lib/contract/client/application";
import { lacks, pathWith, programPath } from "@/lib/testing/programs.mjs";
import { snippetsOf } from "./snippets";

const service = { authUrl: "http://localhost:3000", audience: "http://localhost:3000/api/v2/", isEmbedded: false };
const client = (details: Partial<Application>): Application => ({ client_id: "abc", name: "A", ...details });

const inShell = it.skipIf(lacks("sh"));

/** What a shell prints. */
function outputOf(script: string, variables: Record<string, string>): string {
	const env = { ...process.env, PATH: pathWith(), ...variables };
	return execFileSync(programPath("sh"), ["-c", script], { env, encoding: "utf8" }).trim();
}

/** What a shell hands to curl. */
function curlArguments(text: string, variables: Record<string, string> = {}): string[] {
	return outputOf(`curl() { printf '%s\\n' "$@"; }\n${text}`, variables).split("\n");
}

inShell("a snippet hands every value to curl as it is, whatever is in it", () => {
	const [, second] = snippetsOf(
		client({
			client_id: "it's $HOME `id`",
			grant_types: ["authorization_code"],
			callbacks: ["http://localhost/?a='b'&c=$(id)"],
			token_endpoint_auth_method: "client_secret_post",
		}),
		service,
	);
	const variables = { CLIENT_SECRET: "s e'c", CODE_VERIFIER: "v" };
	expect(curlArguments(second?.text ?? "", variables)).toEqual([
		...["http://localhost:3000/oauth/token", "--data-urlencode", "client_id=it's $HOME `id`"],
		...["--data-urlencode", "client_secret=s e'c", "--data-urlencode", "grant_type=authorization_code"],
		...["--data-urlencode", "redirect_uri=http://localhost/?a='b'&c=$(id)"],
		...["--data-urlencode", "code=paste the code here", "--data-urlencode", "code_verifier=v"],
	]);
});

inShell("a secret in the header is passed to curl as user and password", () => {
	const [snippet] = snippetsOf(
		client({ grant_types: ["client_credentials"], token_endpoint_auth_method: "client_secret_basic" }),
		service,
	);
	expect(curlArguments(snippet?.text ?? "", { CLIENT_SECRET: "s" })).toEqual(
		expect.arrayContaining(["--user", "abc:s", `audience=${service.audience}`]),
	);
});

inShell("no snippet holds a secret, unless the result that it belongs to holds it anyway", () => {
	const secret = "it's a $ecret";
	const secretive = client({
		grant_types: ["authorization_code", "client_credentials", "password", "implicit"],
		callbacks: ["http://localhost/cb"],
		token_endpoint_auth_method: "client_secret_post",
	});
	const without = snippetsOf(secretive, service);
	expect(without).toHaveLength(5);
	expect(JSON.stringify(without)).not.toContain("CLIENT_SECRET='");
	const [, redeem, machine] = snippetsOf(secretive, service, secret);
	for (const snippet of [redeem, machine]) {
		expect(curlArguments(snippet?.text ?? "")).toContain(`client_secret=${secret}`);
		expect(snippet?.note).not.toContain("CLIENT_SECRET");
	}
});

inShell("public applications get issuer and client ID for any library", () => {
	const [snippet] = snippetsOf(client({ app_type: "spa", callbacks: ["https://shop.example/"] }), service);
	expect(snippet?.text).toContain(
		"ISSUER='http://localhost:3000/'\nCLIENT_ID='abc'\nREDIRECT_URI='https://shop.example/'",
	);
	expect(curlArguments(snippet?.text ?? "")).toEqual(["http://localhost:3000/.well-known/openid-configuration"]);
});

test("where no callback URL is stored, the commands leave it out, or are left out", () => {
	for (const callbacks of [undefined, null, []]) {
		const grant_types = ["authorization_code", "implicit", "client_credentials", "password"];
		const details = { app_type: "spa", token_endpoint_auth_method: "none", grant_types, callbacks };
		const snippets = snippetsOf(client(details), service);
		expect(snippets.map(({ title }) => title)).toEqual([
			...["Set up a library", "Get an access token", "Get tokens for a password"],
		]);
		const all = JSON.stringify(snippets);
		for (const word of ["REDIRECT_URI", "redirect_uri", "undefined", "null"]) expect(all).not.toContain(word);
		expect(snippets[0]?.note).toContain("no callback URL yet");
	}
});

test("where no method is stored, the secret is sent, and said to be by the tenant's default", () => {
	const [snippet] = snippetsOf(client({ grant_types: ["client_credentials"] }), service);
	expect(snippet?.text).toContain("client_secret=$CLIENT_SECRET");
	expect(snippet?.note).toContain("the tenant's default");
});

test("where the method is not known, the command has no authentication, and says so", () => {
	const unread = ["client_authentication_methods"];
	const [snippet] = snippetsOf({ ...client({ grant_types: ["client_credentials"] }), unread }, service);
	expect(snippet?.text).not.toContain("SECRET");
	expect(snippet?.note).toContain("How this application authenticates is not known here");
});

test("the outbox is named where the embedded service is the tenant, and nowhere else", () => {
	const passwordless = client({ grant_types: ["http://auth0.com/oauth/grant-type/passwordless/otp"] });
	expect(JSON.stringify(snippetsOf(passwordless, service))).not.toContain("outbox");
	expect(JSON.stringify(snippetsOf(passwordless, { ...service, isEmbedded: true }))).toContain("/outbox");
});

const claimsOf = (jwt = "") =>
	jwt
		.split(".")
		.slice(0, 2)
		.map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));

const keys = {
	ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
	PS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
	EdDSA: generateKeyPairSync("ed25519"),
};

inShell.each(Object.entries(keys))(
	"an assertion is signed with %s, for the issuer alone and for a minute",
	(alg, pair) => {
		const [snippet] = snippetsOf(
			client({ grant_types: ["client_credentials"], token_endpoint_auth_method: "private_key_jwt" }),
			service,
		);
		const jwk = { ...pair.privateKey.export({ format: "jwk" }), kid: "k" };
		const sent = curlArguments(snippet?.text ?? "", { PRIVATE_KEY: JSON.stringify(jwk) });
		const jwt = sent.find((each) => each.startsWith("client_assertion="))?.slice("client_assertion=".length) ?? "";
		const [header, claims] = claimsOf(jwt);
		expect(header).toEqual({ alg, kid: "k" });
		expect(claims).toMatchObject({ iss: "abc", sub: "abc", aud: "http://localhost:3000/" });
		expect(claims.exp - claims.iat).toBe(60);
		const [signed, signature] = [jwt.slice(0, jwt.lastIndexOf(".")), Buffer.from(jwt.split(".")[2] ?? "", "base64url")];
		const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
		const key = { key: pair.publicKey, dsaEncoding: "ieee-p1363" as const, ...(alg === "PS256" ? pss : {}) };
		expect(verify(alg === "EdDSA" ? null : "sha256", Buffer.from(signed), key, signature)).toBe(true);
	},
);

inShell("a FAPI 2.0 application pushes its request, and sends a DPoP proof for its tokens", () => {
	const fapi = client({
		grant_types: ["authorization_code"],
		callbacks: ["https://bank.example/cb"],
		token_endpoint_auth_method: "private_key_jwt",
		compliance_level: "fapi2_sp_pkj_dpop",
	});
	const [push, redeem] = snippetsOf(fapi, service);
	const variables = {
		PRIVATE_KEY: JSON.stringify(keys.ES256.privateKey.export({ format: "jwk" })),
		CODE_VERIFIER: "v",
	};
	const withPushResponse = `curl() { echo '{"request_uri":"urn:x:1"}'; }\n${push?.text}`;
	expect(outputOf(withPushResponse, variables)).toBe(
		"http://localhost:3000/authorize?client_id=abc&request_uri=urn%3Ax%3A1",
	);
	const sent = curlArguments(redeem?.text ?? "", variables);
	const [header, claims] = claimsOf(sent.find((each) => each.startsWith("DPoP: "))?.slice("DPoP: ".length));
	expect(header).toMatchObject({ typ: "dpop+jwt", alg: "ES256", jwk: { kty: "EC", crv: "P-256" } });
	expect(header.jwk).not.toHaveProperty("d");
	expect(claims).toMatchObject({ htm: "POST", htu: "http://localhost:3000/oauth/token" });
});

inShell("a certificate is sent in the headers that the edge adds, read from its file", () => {
	const fapi = client({
		grant_types: ["authorization_code"],
		callbacks: ["https://bank.example/cb"],
		client_authentication_methods: { tls_client_auth: {} },
		compliance_level: "fapi2_sp_mtls_mtls",
	});
	const [, redeem] = snippetsOf(fapi, service);
	const file = join(mkdtempSync(join(tmpdir(), "snippet-")), "a certificate.pem");
	writeFileSync(file, "-----BEGIN\n+/=");
	const sent = curlArguments(redeem?.text ?? "", { CERTIFICATE: file, CNAME_API_KEY: "edge", CODE_VERIFIER: "v" });
	expect(sent).toEqual(
		expect.arrayContaining([
			...["cname-api-key: edge", "client-certificate: -----BEGIN%0A%2B%2F%3D"],
			...["client-certificate-ca-verified: SUCCESS", "client_id=abc", "code_verifier=v"],
		]),
	);
	expect(sent.join()).not.toContain("DPoP");
});
