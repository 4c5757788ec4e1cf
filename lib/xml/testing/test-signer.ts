import { execFileSync } from "node:child_process";
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A key with its certificate, in files too, for programs that check from outside. */
export type TestSigner = {
	key: KeyObject;
	certificate: string;
	keyFile: string;
	certificateFile: string;
	/** For more files; gone with `remove`. */
	folder: string;
	remove: () => void;
};

export function createTestSigner(type: "rsa" | "ec" = "rsa"): TestSigner {
	const folder = mkdtempSync(path.join(tmpdir(), "signer-"));
	const keyFile = path.join(folder, "key.pem");
	const certificateFile = path.join(folder, "certificate.pem");
	const { privateKey } =
		type === "rsa"
			? generateKeyPairSync("rsa", { modulusLength: 2048 })
			: generateKeyPairSync("ec", { namedCurve: "P-256" });
	const pem = privateKey.export({ type: "pkcs8", format: "pem" });
	writeFileSync(keyFile, pem);
	const request = ["req", "-x509", "-key", keyFile, "-subj", "/CN=signer", "-days", "2", "-out", certificateFile];
	execFileSync("openssl", request, { stdio: "ignore" });
	return {
		...{ key: createPrivateKey(pem), certificate: readFileSync(certificateFile, "utf8") },
		...{ keyFile, certificateFile, folder },
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
