import { createHash, createPublicKey, verify, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
	documentSigner,
	expiredDocumentSigner,
	sampleIssuerOf,
	sampleTrustList,
	unlistedSampleRoot,
} from "./sample-issuers";
import { sampleKey, signRepeatably } from "./sample-key";

const DAY_MS = 24 * 60 * 60 * 1000;
const ISSUERS = [sampleIssuerOf(true), sampleIssuerOf(false)];

describe("sample issuers", () => {
	it("have the same roots in every process and every version: a downloaded one stays valid", () => {
		const [listed] = sampleTrustList();
		expect([listed?.certificate.fingerprint256, unlistedSampleRoot().fingerprint256]).toEqual([
			"F6:84:B3:85:27:36:82:6A:35:50:9E:00:FA:4F:93:5A:8B:29:E3:D4:A7:7B:F2:86:97:E7:C7:0D:81:57:9A:A4",
			"92:20:47:EB:B8:3C:22:14:9F:34:5B:CF:90:30:56:5E:5F:2A:B4:BB:DF:C5:3F:B0:84:20:A3:88:26:55:79:5C",
		]);
	});

	it("have roots that sign certificates, are signed with their own keys, and are read again from their PEM", () => {
		for (const { root } of ISSUERS) {
			const read = new X509Certificate(root.toString());
			expect(read.ca).toBe(true);
			expect(read.verify(read.publicKey)).toBe(true);
			expect(read.checkIssued(read)).toBe(true);
			expect(read.subject).toContain("C=US\nST=US-ZZ");
			expect(read.toString().length).toBeLessThan(2048);
		}
	});

	it("list only one of them", () => {
		expect(sampleTrustList().map(({ source }) => source)).toEqual(["Sample trust list (made up)"]);
		expect(sampleTrustList()[0]?.certificate.fingerprint256).not.toBe(unlistedSampleRoot().fingerprint256);
	});

	it("sign with a certificate of at most 457 days, which is valid now and when the licence was signed", () => {
		for (let day = 0; day < 800; day += 7) {
			const now = new Date(Date.UTC(2026, 0, 1 + day, 0, 0, 0));
			for (const issuer of ISSUERS) {
				const [certificate] = documentSigner(issuer, now).chain;
				expect(certificate && datesOf(certificate)).toMatchObject({ days: 457 });
				expect(certificate?.verify(issuer.root.publicKey) && certificate.checkIssued(issuer.root)).toBe(true);
				expect(certificate && new Date(certificate.validFrom).getTime()).toBeLessThan(now.getTime() - 10 * DAY_MS);
				expect(certificate && new Date(certificate.validTo).getTime()).toBeGreaterThan(now.getTime() + 20 * DAY_MS);
			}
		}
	});

	it("have a certificate that ended yesterday, for a licence that was signed before", () => {
		const now = new Date("2026-11-23T00:00:00Z");
		const [certificate] = expiredDocumentSigner(sampleIssuerOf(true), now).chain;
		expect(certificate && datesOf(certificate)).toEqual({ to: "2026-11-22T23:59:59.000Z", days: 457 });
	});

	it("declare the purpose of a certificate", () => {
		const [signer] = documentSigner(sampleIssuerOf(true), new Date()).chain;
		expect(signer?.ca).toBe(false);
		expect(signer?.keyUsage).toEqual(["1.0.18013.5.1.2"]);
	});
});

describe("a deterministic signature", () => {
	it("is that of RFC 6979, A.2.5", () => {
		const scalar = Buffer.from("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721", "hex");
		expect(signRepeatably(Buffer.from("sample"), scalar).toString("hex")).toBe(
			"efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716" +
				"f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
		);
		expect(signRepeatably(Buffer.from("test"), scalar).toString("hex")).toBe(
			"f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367" +
				"019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
		);
	});

	it("is verified by node:crypto", () => {
		for (let count = 0; count < 50; count += 1) {
			const { publicKey, scalar } = sampleKey(`key ${count}`);
			const content = createHash("sha512").update(String(count)).digest();
			const signature = signRepeatably(content, scalar);
			expect(
				verify(
					"sha256",
					content,
					{ key: createPublicKey(publicKey.export({ type: "spki", format: "pem" })), dsaEncoding: "ieee-p1363" },
					signature,
				),
			).toBe(true);
		}
	});
});

function datesOf(certificate: X509Certificate) {
	const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
	return { to: to.toISOString(), days: (to.getTime() + 1000 - from.getTime()) / DAY_MS };
}
