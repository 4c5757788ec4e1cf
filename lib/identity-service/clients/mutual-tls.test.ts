import { X509Certificate } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { edgeApiKey } from "../context/service-request";
import { identifyCaller } from "../management/access";
import { asReceived } from "../testing/service-request";
import { certificate, otherCertificate, renewedCertificate } from "../testing/test-certificates";
import { AUDIENCE, startTestService } from "../testing/test-service";
import { requestToken, secretOf } from "../testing/token-request";

const REFUSED = { status: 401, body: { error: "access_denied", error_description: "Unauthorized" } };
const CLIENT = "machine-with-certificate";

describe("mutual TLS by forwarded headers", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const forwarded = (pem = certificate, more: Record<string, string> = {}) => ({
		"cname-api-key": edgeApiKey(tenant.service.secrets),
		"client-certificate": encodeURIComponent(pem),
		"client-certificate-ca-verified": "SUCCESS",
		...more,
	});
	const requestWith = (headers: Record<string, string>, form: Record<string, string> = {}) =>
		requestToken(
			tenant.service,
			{ grant_type: "client_credentials", audience: AUDIENCE, client_id: CLIENT, ...form },
			headers,
		);
	const thumbprint = (pem: string) =>
		Buffer.from(new X509Certificate(pem).fingerprint256.replaceAll(":", ""), "hex").toString("base64url");

	it("authenticates a client by its certificate's subject and binds the token to the certificate", async () => {
		const { status, body } = await requestWith(forwarded());
		expect(status).toBe(200);
		expect(decodeJwt(body.access_token).cnf).toEqual({ "x5t#S256": thumbprint(certificate) });
	});

	it("reads the certificate as proxies write it: URL-encoded PEM, RFC 9440, bare base64", async () => {
		const base64 = new X509Certificate(certificate).raw.toString("base64");
		for (const text of [encodeURIComponent(certificate), `:${base64}:`, base64]) {
			expect((await requestWith(forwarded(certificate, { "client-certificate": text }))).status).toBe(200);
		}
	});

	it.each([
		["without the API key", { "cname-api-key": "" }],
		["with a wrong API key", { "cname-api-key": "A".repeat(43) }],
		["without a certificate", { "client-certificate": "" }],
		["with an invalid certificate", { "client-certificate": "%2D%2D%2DBEGIN CERTIFICATE" }],
		["when the authority was not verified", { "client-certificate-ca-verified": "FAILED:unknown authority" }],
		["when the authority header is empty", { "client-certificate-ca-verified": "" }],
	])("is refused %s", async (_case, more) => {
		expect(await requestWith(forwarded(certificate, more as Record<string, string>))).toEqual(REFUSED);
	});

	it("is refused for another subject, and in place of a secret", async () => {
		expect(await requestWith(forwarded(otherCertificate))).toEqual(REFUSED);
		expect(await requestWith(forwarded(), { client_id: "machine" })).toEqual(REFUSED);
		expect(await requestWith({}, { client_secret: secretOf(tenant.service, CLIENT) })).toEqual(REFUSED);
	});

	it("accepts a bound token at the management interface with its certificate only", async () => {
		const { body } = await requestWith(forwarded());
		const call = (headers: Record<string, string>) =>
			identifyCaller(
				tenant.service,
				asReceived(tenant.service, AUDIENCE, {
					headers: { ...headers, authorization: `Bearer ${body.access_token}` },
				}),
			);
		expect(await call(forwarded())).toMatchObject({ clientId: CLIENT });
		for (const headers of [{}, forwarded(renewedCertificate), forwarded(certificate, { "cname-api-key": "x" })]) {
			await expect(call(headers)).rejects.toMatchObject({ status: 401 });
		}
	});
});
