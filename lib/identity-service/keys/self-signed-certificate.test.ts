import { execFileSync } from "node:child_process";
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { JWK } from "jose";
import { expect, it } from "vitest";
import { lacks, programPath } from "@/lib/testing/programs.mjs";
import { certificateAsPkcs7, selfSignedCertificate } from "./self-signed-certificate";

const FROM = new Date("2040-06-07T08:09:10.000Z");
const keys: [string, JWK][] = [
	["RSA", generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }) as JWK],
	["P-256", generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }) as JWK],
];

it.each(keys)("a certificate for a key of the kind %s is one of that key, signed with it", (_, key) => {
	const certificate = new X509Certificate(selfSignedCertificate(key, "tenant.example", FROM));
	expect(certificate.subject).toBe("CN=tenant.example");
	expect(certificate.issuer).toBe("CN=tenant.example");
	expect(certificate.validFromDate).toEqual(FROM);
	// After 2049 times have another encoding.
	expect(certificate.validToDate).toEqual(new Date("2060-06-07T08:09:10.000Z"));
	expect(certificate.checkPrivateKey(createPrivateKey({ key, format: "jwk" }))).toBe(true);
	expect(certificate.verify(certificate.publicKey)).toBe(true);
});

it.skipIf(lacks("openssl")).each(keys)(
	"OpenSSL reads the certificate of a %s key alone, and out of PKCS #7",
	(_, key) => {
		const folder = mkdtempSync(path.join(tmpdir(), "certificate-"));
		const certificate = selfSignedCertificate(key, "tenant.example", FROM);
		const file = (name: string) => path.join(folder, name);
		writeFileSync(file("own.pem"), certificate);
		writeFileSync(file("own.p7b"), certificateAsPkcs7(certificate));
		const openssl = (...options: string[]) => execFileSync(programPath("openssl"), options, { encoding: "utf8" });
		expect(openssl("pkcs7", "-in", file("own.p7b"), "-print_certs")).toContain(certificate.trim());
		expect(openssl("x509", "-in", file("own.pem"), "-noout", "-text")).toContain("Version: 3 (0x2)");
		rmSync(folder, { recursive: true });
	},
);
