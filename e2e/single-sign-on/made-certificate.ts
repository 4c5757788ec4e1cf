import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate for two days, in PEM, and its key. */
export function madeCertificate(type: "rsa" | "ec"): { certificate: string; key: string } {
	const folder = mkdtempSync(join(tmpdir(), "made-certificate-"));
	try {
		const { privateKey } =
			type === "rsa"
				? generateKeyPairSync("rsa", { modulusLength: 2048 })
				: generateKeyPairSync("ec", { namedCurve: "P-256" });
		const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
		const [keyFile, file] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
		writeFileSync(keyFile, key);
		const request = ["req", "-x509", "-key", keyFile, "-subj", "/CN=signer", "-days", "2", "-out", file];
		execFileSync("openssl", request, { stdio: "ignore" });
		return { certificate: readFileSync(file, "utf8"), key };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
