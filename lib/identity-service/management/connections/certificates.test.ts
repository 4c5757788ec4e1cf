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
	async function created(options: object) {
		const response = await post(options);
		expect(response.status, response.text).toBe(201);
		const { id, options: returned } = response.json as { id: string; options: Record<string, unknown> };
		const query = tenant.service.database.selectFrom("connections").select("options").where("id", "=", id);
		const { options: stored } = await query.executeTakeFirstOrThrow();
		return { returned, stored: (JSON.parse(stored) as { signingCert?: string }).signingCert };
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
	])("are accepted as %s, stored as PEM, and returned as that in base64", async (_, options) => {
		const { stored, returned } = await created(options);
		expect(stored).toBe(certificate);
		expect(returned).toEqual({
			signInEndpoint: SIGN_IN,
			signingCert: base64(certificate),
			thumbprints: [thumbprint(certificate)],
			expires: "2046-01-01T00:00:00.000Z",
			subject: { commonName: "idp.example" },
		});
	});

	it.each([
		["the last of those that are valid now", [expired, certificate, next, future], "2046-06-01", "next.example"],
		["the last of all, where none is valid", [expired, future], "2050-01-01", "future.example"],
		["an expired one alone", [expired], "2020-01-01", "old.example"],
	])("have the expiry and the subject of %s", async (_, pems, expires, commonName) => {
		const { returned } = await created({ signingCert: pems.join("") });
		expect(returned).toMatchObject({ expires: `${expires}T00:00:00.000Z`, subject: { commonName } });
		expect(returned.thumbprints).toEqual(pems.map(thumbprint));
	});

	it.each([
		["not sent", {}],
		["empty", { signingCert: "" }],
		["blank", { signingCert: " \n" }],
	])("may be missing: %s", async (_, options) => {
		expect(await created(options)).toEqual({ returned: { signInEndpoint: SIGN_IN }, stored: undefined });
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
		const response = await post({ [name]: value });
		expect(response.status).toBe(400);
		expect((response.json as { message: string }).message).toMatch(new RegExp(`on property options\\.${name}\\.$`));
		expect(response.text).not.toMatch(/BEGIN/);
	});

	it.each([
		[
			"cut off before another one",
			`-----BEGIN CERTIFICATE-----\nMIIB\n${certificate}`,
			"A certificate has no END line",
		],
		["unreadable", `${certificate}${certificate.replace(/MII./, "AAAA")}${next}`, "number 2 of 3"],
	])("are refused where one of several is %s, which is named", async (_, signingCert, reason) => {
		const response = await post({ signingCert });
		expect([response.status, response.text]).toEqual([400, expect.stringContaining(reason)]);
	});

	it("have one name alone", async () => {
		const response = await post({ cert: der, signingCert: certificate });
		expect(response.status).toBe(400);
		expect(response.text).toContain("options.cert");
	});
});
