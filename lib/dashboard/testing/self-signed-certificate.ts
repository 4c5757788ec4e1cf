import { generateKeyPairSync, sign } from "node:crypto";

const SEQUENCE = 0x30;
const COMMON_NAME = "0603550403";
const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";

/** A key and an untrusted certificate for it (X.509 version 1, RFC 5280), created anew for each test. */
export function selfSignedCertificate(): { key: string; cert: string } {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const algorithm = der(SEQUENCE, Buffer.from(ECDSA_WITH_SHA256, "hex"));
	const commonName = der(SEQUENCE, Buffer.from(COMMON_NAME, "hex"), der(0x0c, Buffer.from("untrusted.example")));
	const name = der(SEQUENCE, der(0x31, commonName));
	const validity = der(SEQUENCE, ...["200101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time))));
	const publicKeyInfo = publicKey.export({ type: "spki", format: "der" });
	const content = der(SEQUENCE, der(0x02, Buffer.from([1])), algorithm, name, validity, name, publicKeyInfo);
	const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
	const certificate = der(SEQUENCE, content, algorithm, signature).toString("base64");
	return {
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
	};
}

/** Tag, length, content (ITU-T X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
