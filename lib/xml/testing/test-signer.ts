import { createPrivateKey, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeCertificate } from "@/lib/testing/certificates";

/** A key with its certificate, in files too, for external programs that verify. */
export type TestSigner = {
	key: KeyObject;
	certificate: string;
	keyFile: string;
	certificateFile: string;
	/** For more files; deleted by `remove`. */
	folder: string;
	remove: () => void;
};

export async function createTestSigner(type: "rsa" | "ec" = "rsa"): Promise<TestSigner> {
	const { certificate, privateKey } = await makeCertificate(type);
	const folder = mkdtempSync(path.join(tmpdir(), "signer-"));
	const keyFile = path.join(folder, "key.pem");
	const certificateFile = path.join(folder, "certificate.pem");
	writeFileSync(keyFile, privateKey);
	writeFileSync(certificateFile, certificate);
	return {
		key: createPrivateKey(privateKey),
		certificate,
		keyFile,
		certificateFile,
		folder,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
