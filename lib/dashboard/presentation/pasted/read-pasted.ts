import type { KeyObject } from "node:crypto";
import { compactDecrypt, decodeJwt, decodeProtectedHeader, errors } from "jose";
import { decodeCbor } from "@/lib/mdoc/cbor/decode-cbor";
import { openHpke } from "@/lib/mdoc/hpke/hpke";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { bytesOfJson, encryptedResponse, kindOf, vpToken } from "@/lib/mdoc/request/wallet-response";
import { bytesOfText, PasteFault, refuseTooLarge } from "./bytes-of-text";

type Keys = {
	privateKey: KeyObject | null;
	/** CBOR of the session transcript, for a response that is encrypted by annex C. */
	transcript: Uint8Array | null;
};

type Reading = Keys & { deviates: (sentence: string) => void };

const WHAT = "The response";
const JWE_PARTS = 5;
const JWS_PARTS = 3;
/** `{protocol, data: {response: …}}` has three. */
const WRAPPINGS_MAX = 4;

/**
 * The device response in a pasted text: bytes as text, a browser's JSON, a `vp_token` or its list, or an encrypted one
 * where its key is given.
 * @returns `deviations`: what of its JSON is not as it has to be, in sentences
 * @throws PasteFault
 */
export async function readPasted(
	pasted: string,
	keys: Keys,
): Promise<{ response: Uint8Array; deviations: readonly string[] }> {
	const deviations: string[] = [];
	return {
		response: await unwrapped(pasted, { ...keys, deviates: (sentence) => deviations.push(sentence) }, 0),
		deviations,
	};
}

/** Any query, and the forms of drafts as well: the session identifies the request. */
function tokenOf(data: unknown, { deviates }: Reading): Uint8Array {
	return vpToken(data, { queryId: null, report: () => {}, deviates });
}

async function unwrapped(pasted: string, keys: Reading, depth: number): Promise<Uint8Array> {
	const text = pasted.trim();
	if (depth > WRAPPINGS_MAX) throw wrappedTooOften();
	if (text === "") throw new PasteFault("response", "Paste what a wallet has sent.");
	try {
		if (/^[[{"]/.test(text)) return await ofJson(parsed(text), keys, depth);
		const parts = text.split(".").length;
		if (parts === JWE_PARTS) return await unwrapped(await decrypted(text, keys), keys, depth + 1);
		if (parts === JWS_PARTS) return await ofJson(claimsOf(text), keys, depth);
		return ofBytes(bytesOfText(text, "response", WHAT), keys);
	} catch (error) {
		if (!(error instanceof MdocFault)) throw error;
		const { message, at } = error;
		throw new PasteFault("response", at === null ? message : `${WHAT} stops being one at byte ${at}: ${message}`);
	}
}

function parsed(text: string): unknown {
	refuseTooLarge(Math.floor((text.length * 3) / 4), "response", WHAT);
	try {
		return JSON.parse(text);
	} catch (error) {
		const [, place] = /position (\d+)/.exec(String(error)) ?? [];
		const where = place === undefined ? "It is cut off." : `It stops being JSON at character ${Number(place) + 1}.`;
		throw new PasteFault("response", `${WHAT} begins like JSON, but is not JSON. ${where}`);
	}
}

async function ofJson(json: unknown, keys: Reading, depth: number): Promise<Uint8Array> {
	if (depth > WRAPPINGS_MAX) throw wrappedTooOften();
	if (typeof json === "string") return unwrapped(json, keys, depth + 1);
	if (Array.isArray(json)) return tokenOf({ vp_token: json }, keys);
	if (typeof json !== "object" || json === null) {
		throw new PasteFault(
			"response",
			`${WHAT} is not JSON from a wallet: it holds ${kindOf(json)}, where a text or an object is expected.`,
		);
	}
	if ("data" in json) return ofJson(json.data, keys, depth + 1);
	if ("error" in json || "vp_token" in json) return tokenOf(json, keys);
	if ("response" in json) {
		if (typeof json.response === "string") return unwrapped(json.response, keys, depth + 1);
		const what = `Its member "response" is ${kindOf(json.response)}, and must be a text.`;
		const bytes = bytesOfJson(json.response, WHAT);
		if (!bytes) throw new PasteFault("response", what);
		keys.deviates(what);
		return ofBytes(bytes, keys);
	}
	return tokenOf({ vp_token: json }, keys);
}

function wrappedTooOften(): PasteFault {
	return new PasteFault("response", `${WHAT} is wrapped in itself too many times.`);
}

/** The text of a JWE in its compact form (RFC 7516): `dc_api.jwt` of OpenID4VP 1.0, 8.3; in drafts, JARM. */
async function decrypted(jwe: string, { privateKey }: Keys): Promise<string> {
	if (!privateKey) throw new PasteFault("privateKey", "The response is encrypted (JWE). Enter its private key.");
	const { alg, enc, epk } = headerOf(jwe);
	refuseUnknown(alg, KEY_ALGORITHMS);
	refuseUnknown(enc, CONTENT_ALGORITHMS);
	const { crv } = Object(epk);
	if (typeof crv === "string" && crv !== CURVE) {
		throw new PasteFault("privateKey", `The response is encrypted to a key on a curve other than ${CURVE}.`);
	}
	try {
		const { plaintext } = await compactDecrypt(jwe, privateKey);
		return new TextDecoder().decode(plaintext);
	} catch (error) {
		throw error instanceof errors.JWEDecryptionFailed
			? new PasteFault(
					"privateKey",
					"The response can't be decrypted: it was encrypted to another key, or was changed.",
				)
			: new PasteFault("response", "The response looks like a JWE, but can't be opened as one (RFC 7516).");
	}
}

/** JARM's signature is not verified: the content has its own signatures. */
function claimsOf(jws: string): unknown {
	try {
		return decodeJwt(jws);
	} catch {
		throw new PasteFault("response", `${WHAT} has three parts like a signed JWT, but is not one.`);
	}
}

/** The bytes of a response, or of `["dcapi", {enc, cipherText}]` (ISO/IEC 18013-7, annex C). */
function ofBytes(bytes: Uint8Array, { privateKey, transcript }: Keys): Uint8Array {
	if (decodeCbor(bytes).kind !== "array") return bytes;
	const sealed = encryptedResponse(Buffer.from(bytes).toString("base64url"));
	if (!transcript)
		throw new PasteFault("session", "The response is encrypted. Enter its session: origin and encryption info.");
	if (!privateKey)
		throw new PasteFault("privateKey", "The response is encrypted. Enter the private key of its session.");
	return openHpke({ ...sealed, recipient: privateKey, info: transcript });
}

/** The algorithms of OpenID4VP 1.0 (8.3), its drafts and JARM, for a key on P-256. */
const KEY_ALGORITHMS = ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW"];
const CONTENT_ALGORITHMS = ["A128GCM", "A192GCM", "A256GCM", "A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512"];
/** Others of RFC 7518: any other name is not quoted. */
const OTHER_ALGORITHMS = [
	...["RSA1_5", "RSA-OAEP", "RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512", "A128KW", "A192KW", "A256KW", "dir"],
	...["A128GCMKW", "A192GCMKW", "A256GCMKW", "PBES2-HS256+A128KW", "PBES2-HS384+A192KW", "PBES2-HS512+A256KW"],
];
const CURVE = "P-256";

function headerOf(jwe: string) {
	try {
		return decodeProtectedHeader(jwe);
	} catch {
		throw new PasteFault("response", "The response has five parts like a JWE, but its header can't be read.");
	}
}

function refuseUnknown(algorithm: unknown, known: readonly string[]): void {
	if (known.some((name) => name === algorithm)) return;
	const other = OTHER_ALGORITHMS.find((name) => name === algorithm) ?? "an algorithm that is not known here";
	const listed = new Intl.ListFormat("en", { type: "disjunction" }).format(known);
	throw new PasteFault("response", `The response is encrypted with ${other}. Only these can be opened: ${listed}.`);
}
