import {
	createECDH,
	createHash,
	createHmac,
	createPrivateKey,
	createPublicKey,
	hkdfSync,
	type JsonWebKey,
	randomBytes,
	sign,
	verify,
	X509Certificate,
} from "node:crypto";
import { CoseKey, KeyType, type MdocContext } from "@owf/mdoc";

const HASHES = new Map([
	["P-256", "sha256"],
	["P-384", "sha384"],
	["P-521", "sha512"],
]);

function hashOf(key: CoseKey): string | null {
	return HASHES.get(String(key.jwk.crv)) ?? null;
}

/** The cryptography that @owf/mdoc leaves to its caller, here that of Node. */
export const owfContext: MdocContext = {
	crypto: {
		random: (length) => randomBytes(length),
		digest: ({ digestAlgorithm, bytes }) => createHash(digestAlgorithm.replace("-", "")).update(bytes).digest(),
		calculateEphemeralMacKey({ privateKey, publicKey, sessionTranscriptBytes, info }) {
			const exchange = createECDH("prime256v1");
			exchange.setPrivateKey(privateKey);
			const salt = createHash("sha256").update(sessionTranscriptBytes).digest();
			const k = new Uint8Array(hkdfSync("sha256", exchange.computeSecret(publicKey), salt, info, 32));
			return CoseKey.create({ keyType: KeyType.Oct, k });
		},
	},
	cose: {
		sign1: {
			sign({ toBeSigned, key }) {
				const privateKey = createPrivateKey({ key: key.jwk as JsonWebKey, format: "jwk" });
				return sign(hashOf(key), toBeSigned, { key: privateKey, dsaEncoding: "ieee-p1363" });
			},
			verify({ sign1, key }) {
				const publicKey = createPublicKey({ key: key.jwk as JsonWebKey, format: "jwk" });
				return verify(hashOf(key), sign1.toBeSigned, { key: publicKey, dsaEncoding: "ieee-p1363" }, sign1.signature);
			},
		},
		mac0: {
			sign: ({ key, toBeAuthenticated }) => hmac(key, toBeAuthenticated),
			verify: ({ mac0, key }) => hmac(key, mac0.toBeAuthenticated).equals(mac0.tag),
		},
	},
	x509: {
		getIssuerNameField({ certificate, field }) {
			const lines = new X509Certificate(certificate).issuer.split("\n");
			return lines.flatMap((line) => (line.startsWith(`${field}=`) ? [line.slice(field.length + 1)] : []));
		},
		getPublicKey({ certificate }) {
			return CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: "jwk" }) });
		},
		verifyCertificateChain({ trustedCertificates, x5chain }) {
			const [signer] = x5chain.map((each) => new X509Certificate(each));
			const roots = trustedCertificates.map((each) => new X509Certificate(each));
			if (!signer || !roots.some((root) => signer.checkIssued(root) && signer.verify(root.publicKey))) {
				throw new Error("No root has issued it.");
			}
		},
		getCertificateData({ certificate }) {
			const known = new X509Certificate(certificate);
			return {
				issuerName: known.issuer,
				subjectName: known.subject,
				serialNumber: known.serialNumber,
				thumbprint: known.fingerprint256,
				notBefore: known.validFromDate,
				notAfter: known.validToDate,
				pem: known.toString(),
			};
		},
	},
};

function hmac(key: CoseKey, bytes: Uint8Array): Buffer {
	return createHmac("sha256", key.k ?? new Uint8Array())
		.update(bytes)
		.digest();
}
