import { generateKeyPairSync } from "node:crypto";
import { selfSignedCertificate } from "../keys/self-signed-certificate";

/** A certificate of an RSA key that is discarded, valid for twenty years. */
export function testCertificate({ name = "idp.example", from = new Date("2026-01-01"), bits = 2048 } = {}): string {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
	return selfSignedCertificate(privateKey.export({ format: "jwk" }), name, from);
}
