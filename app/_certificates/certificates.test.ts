import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DOCUMENT_SIGNER, ROOT, RSA_ROOT } from "@/lib/testing/example-certificates";
import { HOSTILE_TEXTS, isLinear } from "@/lib/testing/linear";
import { inspectCertificates } from "./inspect-certificates";
import { certificateBlocks, holdsPrivateKey, rewrapPem, withoutPrivateKey } from "./pem";

const in2030 = new Date("2030-01-01T00:00:00Z");

test("reports the facts of an issuer's root, without a warning", () => {
	const { certificates, warnings } = inspectCertificates(ROOT, "issuer", in2030);
	expect(warnings).toEqual([]);
	expect(certificates).toMatchObject([
		{
			subject: "C=US, ST=US-UT, O=Example Motor Vehicles, CN=Example IACA Root",
			isSelfSigned: true,
			isAuthority: true,
			key: "EC P-256",
			fingerprint: new X509Certificate(ROOT).fingerprint256,
			warnings: [],
		},
	]);
	expect(certificates[0]?.validity).toBe("expires in 97 years");
});

test.each([
	["2126-10-27T11:00:00Z", "expires soon: in 1 day", []],
	["2126-10-30T12:00:00Z", "expired 2 days ago", ["Expired: licences signed under it will be refused."]],
	["2020-01-01T00:00:00Z", "not valid yet", ["Not valid yet."]],
])("on %s a root %s", (now, validity, warnings) => {
	expect(inspectCertificates(ROOT, "issuer", new Date(now)).certificates[0]).toMatchObject({ validity, warnings });
});

test("recognises a document signer by its key usage and warns that it is no authority", () => {
	const [signer] = inspectCertificates(DOCUMENT_SIGNER, "issuer", in2030).certificates;
	expect(signer).toMatchObject({ isAuthority: false, isSelfSigned: false });
	expect(signer?.warnings).toEqual([
		"This looks like a document signer, not the root that issued it.",
		"Not a certificate authority: it can't have issued other certificates.",
	]);
});

test("finds an RSA root unusual", () => {
	const [root] = inspectCertificates(RSA_ROOT, "issuer", in2030).certificates;
	expect(root?.key).toBe("RSA 2048");
	expect(root?.warnings.join()).toMatch(/elliptic curves/);
});

test("shows every one of several certificates, and warns that there are several", () => {
	const report = inspectCertificates(`${ROOT}${DOCUMENT_SIGNER}`, "issuer", in2030);
	expect(report.certificates).toHaveLength(2);
	expect(report.warnings.join()).toMatch(/2 certificates/);
});

test("a damaged certificate does not hide the intact one beside it", () => {
	const damaged = DOCUMENT_SIGNER.replace(/MII./, "AAAA");
	const report = inspectCertificates(`${ROOT}${damaged}`, "issuer", in2030);
	expect(report.certificates).toHaveLength(1);
	expect(report.warnings.join()).toMatch(/Certificate 2 can't be read/);
});

test.each([
	["before an intact one", DOCUMENT_SIGNER.slice(0, 200) + ROOT, 1],
	["after an intact one", ROOT + DOCUMENT_SIGNER.slice(0, 200), 1],
	["alone", ROOT.slice(0, 200), 0],
])("a certificate that is cut off %s is warned of, and hides no other", (_, text, count) => {
	const report = inspectCertificates(text, "provider", in2030);
	expect(report.certificates).toHaveLength(count);
	expect(report.warnings[0]).toBe("A certificate is cut off: it has no END CERTIFICATE.");
});

test("warns that a text is not a certificate, and never throws", () => {
	for (const text of [
		"",
		"hello",
		"-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
		"\0",
		"-----BEGIN CERTIFICATE-----",
	]) {
		const report = inspectCertificates(text, "issuer", in2030);
		expect(report.certificates).toEqual([]);
		expect(report.warnings.length).toBeGreaterThan(0);
	}
});

test("recognises a private key in all its forms", () => {
	for (const kind of [
		"PRIVATE KEY",
		"EC PRIVATE KEY",
		"RSA PRIVATE KEY",
		"ENCRYPTED PRIVATE KEY",
		"OPENSSH PRIVATE KEY",
	]) {
		expect(holdsPrivateKey(`${ROOT}-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----`)).toBe(true);
	}
	expect(holdsPrivateKey(ROOT)).toBe(false);
});

test.each([
	["on one line", ROOT.replaceAll("\n", " ")],
	["without any break", ROOT.replaceAll("\n", "")],
	["with its line breaks written out", ROOT.replaceAll("\n", "\\n")],
	["without first and last line", ROOT.split("\n").slice(1, -2).join("\n")],
])("re-wraps a certificate %s", (_, broken) => {
	expect(rewrapPem(broken)).toBe(ROOT);
});

test("has nothing to re-wrap in a proper certificate or in other text", () => {
	for (const text of [
		ROOT,
		ROOT.trim(),
		ROOT.replaceAll("\n", "\r\n"),
		`${ROOT}${RSA_ROOT}`,
		"",
		"hello",
		"a".repeat(20),
	]) {
		expect(rewrapPem(text)).toBeNull();
	}
});

test("re-wraps several certificates together", () => {
	expect(rewrapPem(`${ROOT}${RSA_ROOT}`.replaceAll("\n", ""))).toBe(`${ROOT}${RSA_ROOT}`);
	expect(certificateBlocks(`${ROOT}${RSA_ROOT}`)).toHaveLength(2);
});

test("a private key is removed from a text, whole or cut off, and the certificate beside it stays", () => {
	const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
	for (const kind of [
		"PRIVATE KEY",
		"EC PRIVATE KEY",
		"RSA PRIVATE KEY",
		"ENCRYPTED PRIVATE KEY",
		"OPENSSH PRIVATE KEY",
	]) {
		const key = `-----BEGIN ${kind}-----\nMHcCAQEEIF\n-----END ${kind}-----\n`;
		expect(withoutPrivateKey(certificate + key)).toEqual({ text: certificate, isWithheld: true });
		expect(withoutPrivateKey(key + certificate)).toEqual({ text: certificate, isWithheld: true });
		expect(withoutPrivateKey(key + key)).toEqual({ text: "", isWithheld: true });
		expect(withoutPrivateKey(`${certificate}-----BEGIN ${kind}-----\nMHcC`)).toEqual({
			text: certificate,
			isWithheld: true,
		});
		expect(withoutPrivateKey(key.replaceAll("\n", "")).text).toBe("");
	}
	expect(withoutPrivateKey("MHcCAQEEIF PRIVATE  KEY")).toEqual({ text: "", isWithheld: true });
	expect(withoutPrivateKey(certificate)).toEqual({ text: certificate, isWithheld: false });
});

test("a key's line ends a certificate without the last one, and another certificate begins after it", () => {
	const cut = "-----BEGIN CERTIFICATE-----\nMIIB\n";
	expect(certificateBlocks(`${ROOT}${cut}`)).toHaveLength(1);
	expect(withoutPrivateKey(`a\n-----END PRIVATE KEY-----\n${ROOT}`)).toEqual({ text: "", isWithheld: true });
	expect(withoutPrivateKey(`${ROOT}----- \nBEGIN PRIVATE KEY x END PRIVATE KEY ---\n${ROOT}`).text).toBe(ROOT + ROOT);
});

test.each(HOSTILE_TEXTS)("no text takes more than linear time: $of", ({ textOf }) => {
	const read = (text: string) => {
		for (const sent of [text, ROOT + text]) {
			withoutPrivateKey(sent);
			rewrapPem(sent);
			inspectCertificates(sent, "issuer", in2030);
		}
	};
	expect(isLinear(read, textOf, 400_000)).toBe(true);
});

test("no private key remains of any text", () => {
	const part = fc.constantFrom("-----BEGIN ", "EC ", "PRIVATE KEY", "private\nkey", "-----", "-----END ", "MIIB", "\n");
	fc.assert(
		fc.property(
			fc.array(part).map((parts) => parts.join("")),
			(text) => {
				expect(holdsPrivateKey(withoutPrivateKey(text).text)).toBe(false);
			},
		),
	);
});

test("an application's signing certificate is warned of where its signatures can't be checked, or not for long", () => {
	const warningsOn = (text: string, now: string) =>
		inspectCertificates(text, "application", new Date(now)).certificates[0]?.warnings;
	expect(warningsOn(RSA_ROOT, "2030-01-01T00:00:00Z")).toEqual([]);
	expect(warningsOn(ROOT, "2030-01-01T00:00:00Z")?.join()).toContain("Not an RSA key");
	expect(warningsOn(RSA_ROOT, "2126-10-20T00:00:00Z")?.join()).toContain("Expires soon");
	expect(warningsOn(RSA_ROOT, "2127-01-01T00:00:00Z")?.join()).toContain("Expired");
});
