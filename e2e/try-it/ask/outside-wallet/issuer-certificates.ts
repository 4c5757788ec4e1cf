import { execFileSync } from "node:child_process";
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type IssuerCertificates = {
	/** What the template is given as its custom certificate authority, in PEM. */
	root: string;
	/** DER. */
	signer: Uint8Array;
	signerKey: KeyObject;
};

/** As ISO/IEC 18013-5, B.1.2 and B.1.4, want them. */
const EXTENSIONS = `[root]
basicConstraints=critical,CA:TRUE,pathlen:0
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
[signer]
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,1.0.18013.5.1.2
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
`;

/** A root and a signer of licences of an issuer that exists for one test, made by OpenSSL. */
export function issuerCertificates(): IssuerCertificates {
	const folder = mkdtempSync(join(tmpdir(), "issuer-"));
	const at = (name: string) => join(folder, name);
	const openssl = (...options: string[]) => execFileSync("openssl", options, { stdio: "ignore" });
	const subject = (name: string) => `/C=UT/ST=UT-EX/O=Outside issuer/CN=${name}`;
	const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
	try {
		writeFileSync(at("extensions"), EXTENSIONS);
		openssl("req", ...newKey, "-subj", subject("Outside root"), "-keyout", at("root.key"), "-out", at("root.csr"));
		const extensions = (section: string) => ["-extfile", at("extensions"), "-extensions", section, "-sha256"];
		const root = ["-in", at("root.csr"), "-signkey", at("root.key"), "-days", "30", "-out", at("root.pem")];
		openssl("x509", "-req", ...root, ...extensions("root"));
		openssl(
			"req",
			...newKey,
			"-subj",
			subject("Outside signer"),
			"-keyout",
			at("signer.key"),
			"-out",
			at("signer.csr"),
		);
		const issuer = ["-CA", at("root.pem"), "-CAkey", at("root.key"), "-CAcreateserial"];
		const signer = ["-in", at("signer.csr"), "-days", "20", "-out", at("signer.pem")];
		openssl("x509", "-req", ...signer, ...issuer, ...extensions("signer"));
		return {
			root: readFileSync(at("root.pem"), "utf8"),
			signer: new X509Certificate(readFileSync(at("signer.pem"))).raw,
			signerKey: createPrivateKey(readFileSync(at("signer.key"))),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}
