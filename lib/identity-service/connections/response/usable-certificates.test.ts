import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestSigner, type TestSigner } from "@/lib/xml/testing/test-signer";
import {
	attacker,
	certificateOf,
	createSigner,
	inBase64,
	partnerConnection,
	provider,
	responseTemplate,
	signedResponse,
} from "../../testing/saml-responses/responding-provider";
import { checkedResponse, usableCertificates } from "./checked-response";

const NONE = "The connection has no certificate that is valid now, so no response can be trusted.";

const service = { now: () => new Date() };
const expired = certificateOf(provider.key, "2000-01-01T00:00:00Z");
const future = certificateOf(provider.key, "2049-01-01T00:00:00Z");
const short = createSigner(undefined, 1024);

let elliptic: TestSigner;
beforeAll(async () => {
	elliptic = await createTestSigner("ec");
});
afterAll(() => elliptic.remove());

describe("the certificates of a connection", () => {
	const response = () => inBase64(signedResponse("both", responseTemplate()));
	const withCertificates = (signingCert: string) =>
		checkedResponse(service, partnerConnection({ signingCert }), response());

	it.each([
		["no", () => ""],
		["no readable", () => "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"],
		["no framed", () => provider.certificate.replace(/-----[^-]*-----/g, "")],
		["a broken", () => provider.certificate.replace(/\n.{8}/, "\nAAAAAAAA")],
		["an expired", () => expired],
		["a not yet valid", () => future],
		["a short", () => short.certificate],
		["an elliptic", () => elliptic.certificate],
		["an expired and a short", () => expired + short.certificate],
		[
			"a key's instead of a",
			() =>
				String(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" })),
		],
	])("refuse every response where there is %s certificate", async (_, signingCert) => {
		await expect(withCertificates(signingCert())).rejects.toThrow(NONE);
	});

	it("refuse every response where none was ever set", async () => {
		const { options, ...connection } = partnerConnection();
		const { signingCert: _, ...without } = options;
		await expect(checkedResponse(service, { ...connection, options: without }, response())).rejects.toThrow(NONE);
		// The response isn't read, either.
		await expect(checkedResponse(service, { ...connection, options: without }, "!")).rejects.toThrow(NONE);
	});

	it("refuse a response signed by another key", async () => {
		await expect(withCertificates(attacker.certificate)).rejects.toThrow("another key signed it");
	});

	it("accept a response by any usable one", async () => {
		const all = [expired, attacker.certificate, elliptic.certificate, "broken", provider.certificate, future];
		expect((await withCertificates(all.join("\n"))).nameId).toBe("rita");
		expect((await withCertificates(all.join("\r\n").replaceAll("\n", "\r\n"))).nameId).toBe("rita");
	});

	it("are usable by the service's clock", () => {
		const at = (now: string) => usableCertificates(partnerConnection(), new Date(now));
		expect(at("2026-01-01T00:00:00Z")).toHaveLength(1);
		expect(at("2046-01-01T00:00:00Z")).toHaveLength(1);
		for (const now of ["2025-12-31T23:59:59Z", "2046-01-01T00:00:01Z"]) expect(() => at(now)).toThrow(NONE);
	});
});
