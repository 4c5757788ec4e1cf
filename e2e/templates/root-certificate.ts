import { generateKeyPairSync, sign } from "node:crypto";

const SEQUENCE = 0x30;
const COMMON_NAME = "0603550403";
const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";

/** Made for these tests; its key is gone. Valid from 2026 to 2126. */
export const ROOT = `-----BEGIN CERTIFICATE-----
MIICGzCCAcGgAwIBAgIUHOCfCYG6rPkNeXXPbkp3xF+yzekwCgYIKoZIzj0EAwIw
WjELMAkGA1UEBhMCVVMxDjAMBgNVBAgMBVVTLVVUMR8wHQYDVQQKDBZFeGFtcGxl
IE1vdG9yIFZlaGljbGVzMRowGAYDVQQDDBFFeGFtcGxlIElBQ0EgUm9vdDAgFw0y
NjExMjExMTI2MDZaGA8yMTI2MTAyODExMjYwNlowWjELMAkGA1UEBhMCVVMxDjAM
BgNVBAgMBVVTLVVUMR8wHQYDVQQKDBZFeGFtcGxlIE1vdG9yIFZlaGljbGVzMRow
GAYDVQQDDBFFeGFtcGxlIElBQ0EgUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABMEu67dKm9flf4h+WXnGSiWfIv1F5bfcRU8UY0Vsrq0Qz5aNp5eOwhZamxE/
n3ory5+kP5TJrYllORfCer5ASWqjYzBhMB0GA1UdDgQWBBSbxRKcl/bt0xHNymAO
a/Wqnx2R9zAfBgNVHSMEGDAWgBSbxRKcl/bt0xHNymAOa/Wqnx2R9zAPBgNVHRMB
Af8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAKBggqhkjOPQQDAgNIADBFAiEAm0LF
PIzlVFe8qTt0lqWGFPyXqTVtRIBXiL/XiJQN5U8CIGg+TrTk+RkK5tNZsKbNvuUv
NznuKSbG48dYgcI5aWzK
-----END CERTIFICATE-----
`;

/** A self-signed certificate as PEM (X.509 version 1, RFC 5280), made anew for each test. */
export function rootCertificate(validTo: Date): string {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const algorithm = der(SEQUENCE, Buffer.from(ECDSA_WITH_SHA256, "hex"));
	const commonName = der(SEQUENCE, Buffer.from(COMMON_NAME, "hex"), der(0x0c, Buffer.from("Example root")));
	const name = der(SEQUENCE, der(0x31, commonName));
	const validity = der(SEQUENCE, ...[new Date(0), validTo].map((time) => der(0x17, Buffer.from(utcTime(time)))));
	const publicKeyInfo = publicKey.export({ type: "spki", format: "der" });
	const content = der(SEQUENCE, der(0x02, Buffer.from([1])), algorithm, name, validity, name, publicKeyInfo);
	const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
	const certificate = der(SEQUENCE, content, algorithm, signature).toString("base64");
	return `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
}

/** `YYMMDDHHMMSSZ` */
function utcTime(time: Date): string {
	return `${time.toISOString().replace(/\D/g, "").slice(2, 14)}Z`;
}

/** Tag, length, content (ITU-T X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
