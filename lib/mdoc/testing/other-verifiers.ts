import { createPublicKey, type KeyObject } from "node:crypto";
import { Verifier as Auth0Verifier } from "@auth0/mdl";
import { CoseKey, Verifier as OwfVerifier } from "@owf/mdoc";
import { embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { coseKey } from "../cose/cose-key";
import type { VerificationContext } from "../verification/verification";
import { owfContext } from "./owf-context";

/** The faults that another implementation finds in a response, at the present moment; empty where it accepts it. */
export type OtherVerifier = (response: Uint8Array, context: VerificationContext) => Promise<string[]>;

export const auth0Verifier: OtherVerifier = async (response, { roots, transcript, readerKey }) => {
	const found: string[] = [];
	const verifier = new Auth0Verifier(roots.map(({ certificate }) => certificate.toString()));
	try {
		await verifier.verify(Buffer.from(response), {
			...(transcript ? { encodedSessionTranscript: encodeCbor(embeddedCbor(new RawCbor(transcript))) } : {}),
			...(readerKey ? { ephemeralReaderKey: privateCoseKey(readerKey) } : {}),
			onCheck: ({ status, check }) => {
				if (status === "FAILED") found.push(check);
			},
		});
	} catch (error) {
		found.push(String(error));
	}
	return found;
};

export const owfVerifier: OtherVerifier = async (response, { roots, transcript, readerKey, at }) => {
	const found: string[] = [];
	try {
		await OwfVerifier.verifyDeviceResponse(
			{
				deviceResponse: new Uint8Array(response),
				sessionTranscript: transcript ?? new Uint8Array(),
				trustedCertificates: roots.map(({ certificate }) => certificate.raw),
				now: at,
				...(readerKey ? { ephemeralReaderKey: CoseKey.fromJwk({ ...readerKey.export({ format: "jwk" }) }) } : {}),
				onCheck: ({ status, check }) => {
					if (status === "FAILED") found.push(check);
				},
			},
			owfContext,
		);
	} catch (error) {
		found.push(String(error));
	}
	return found;
};

/** COSE_Key with its secret (RFC 9053, 7.1.1). */
function privateCoseKey(key: KeyObject): Buffer {
	const secret = Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url");
	return encodeCbor(new Map([...coseKey(createPublicKey(key)), [-4, secret]]));
}
