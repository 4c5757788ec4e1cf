import { createHash, createPrivateKey, type JsonWebKey, type KeyObject, randomBytes, sign } from "node:crypto";
import { CoseKey, type MdocContext } from "@owf/mdoc";

type SigningContext = Pick<MdocContext, "crypto"> & { cose: { sign1: Pick<MdocContext["cose"]["sign1"], "sign"> } };

const signing: SigningContext = {
	crypto: {
		random: (length) => randomBytes(length),
		digest: ({ digestAlgorithm, bytes }) => createHash(digestAlgorithm.replace("-", "")).update(bytes).digest(),
		calculateEphemeralMacKey: notUsed,
	},
	cose: {
		sign1: {
			sign: ({ toBeSigned, key }) => sign("sha256", toBeSigned, { key: privateKeyOf(key), dsaEncoding: "ieee-p1363" }),
		},
	},
};

/** The library's context for issuing and signing. It does not verify here. */
export const walletContext = signing as Pick<MdocContext, "cose" | "crypto">;

export function coseKeyOf(key: KeyObject): CoseKey {
	return CoseKey.fromJwk(jwkOf(key));
}

export function jwkOf(key: KeyObject): Record<string, unknown> {
	return { ...key.export({ format: "jwk" }), alg: "ES256" };
}

function privateKeyOf(key: CoseKey): KeyObject {
	return createPrivateKey({ format: "jwk", key: key.jwk as JsonWebKey });
}

function notUsed(): never {
	throw new Error("The wallet of the tests signs.");
}
