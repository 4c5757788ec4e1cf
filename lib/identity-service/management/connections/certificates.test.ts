import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { certificateBody } from "@/lib/xml/certificate-body";
import { testCertificate } from "../../testing/test-certificate";
import { certificate as certificateOfOtherKind } from "../../testing/test-certificates";
import { openTestTenant, type TestTenant } from "../../testing/test-tenant";

const SIGN_IN = "https://idp.example/sso";
const certificate = testCertificate();
const next = testCertificate({ name: "next.example", from: new Date("2026-06-01") });
const expired = testCertificate({ name: "old.example", from: new Date("2000-01-01") });
const future = testCertificate({ name: "future.example", from: new Date("2030-01-01") });
const der = new X509Certificate(certificate).raw.toString("base64");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
	.privateKey.export({ type: "pkcs8", format: "pem" })
	.toString();
const thumbprint = (pem: string) => createHash("sha1").update(new X509Certificate(pem).raw).digest("hex");

describe("certificates of a connection", () => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await openTestTenant();
	});
	afterAll(() => tenant.close());

	let count = 0;
	const post = (options: object) => {
		count += 1;
		const body = { name: `corp-${count}`, strategy: "samlp", options: { signInEndpoint: SIGN_IN, ...options } };
		return tenant.call("POST", "/connections", { body });
	};
	async function kept(options: object) {
		const answer = await post(options);
		expect(answer.status, answer.text).toBe(201);
		const { id, options: answered } = answer.json as { id: string; options: Record<string, unknown> };
		const query = tenant.service.database.selectFrom("connections").select("options").where("id", "=", id);
		const { options: stored } = await query.executeTakeFirstOrThrow();
		return { answered, stored: (JSON.parse(stored) as { signingCert?: string }).signingCert };
	}

	it.each([
		["PEM", { signingCert: certificate }],
		["PEM in base64", { signingCert: base64(certificate) }],
		["DER in base64", { signingCert: der }],
		["that with line ends", { signingCert: certificateBody(certificate).replace(/.{64}/g, "$&\r\n") }],
		["PEM with other line ends and words around it", { signingCert: `Bag\n${certificate.replaceAll("\n", "\r\n")}\n` }],
		["PEM twice", { signingCert: certificate + certificate }],
		["DER under its older name", { cert: der }],
		["PEM under that", { cert: certificate }],
	])("are taken as %s, kept as PEM, and answered as that in base64", async (_, options) => {
		const { stored, answered } = await kept(options);
		expect(stored).toBe(certificate);
		expect(answered).toEqual({
			...{ signInEndpoint: SIGN_IN, signingCert: base64(certificate), thumbprints: [thumbprint(certificate)] },
			...{ expires: "2046-01-01T00:00:00.000Z", subject: { commonName: "idp.example" } },
		});
	});

	it.each([
		["the last of those that count now", [expired, certificate, next, future], "2046-06-01", "next.example"],
		["the last of all, where none does", [expired, future], "2050-01-01", "future.example"],
		["that of an expired one alone", [expired], "2020-01-01", "old.example"],
	])("are known until %s expires", async (_, pems, expires, commonName) => {
		const { answered } = await kept({ signingCert: pems.join("") });
		expect(answered).toMatchObject({ expires: `${expires}T00:00:00.000Z`, subject: { commonName } });
		expect(answered.thumbprints).toEqual(pems.map(thumbprint));
	});

	it.each([
		["not sent", {}],
		["empty", { signingCert: "" }],
		["blank", { signingCert: " \n" }],
	])("may be missing: %s", async (_, options) => {
		expect(await kept(options)).toEqual({ answered: { signInEndpoint: SIGN_IN }, stored: undefined });
	});

	it.each([
		["words", "signingCert", "certificate"],
		["a beginning", "signingCert", "-----BEGIN CERTIFICATE-----"],
		[
			"one beside something broken",
			"signingCert",
			`${certificate}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`,
		],
		["a private key", "signingCert", privateKey],
		["a private key in base64", "signingCert", base64(privateKey)],
		["a private key beside one", "signingCert", certificate + privateKey],
		["a private key anywhere", "note", privateKey],
		["a key that isn't RSA", "signingCert", certificateOfOtherKind],
		["a short key", "signingCert", testCertificate({ bits: 1024 })],
		["more than ten", "signingCert", Array.from({ length: 11 }, () => testCertificate()).join("")],
		["no text", "cert", 1],
		["words under the older name", "cert", "certificate"],
	])("are refused by the field's name, and not quoted: %s", async (_, name, value) => {
		const answer = await post({ [name]: value });
		expect(answer.status).toBe(400);
		expect((answer.json as { message: string }).message).toMatch(new RegExp(`on property options\\.${name}\\.$`));
		expect(answer.text).not.toMatch(/BEGIN/);
	});

	it("stand under one name", async () => {
		const answer = await post({ cert: der, signingCert: certificate });
		expect(answer.status).toBe(400);
		expect(answer.text).toContain("options.cert");
	});
});
