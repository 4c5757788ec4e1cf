import type { KeyObject } from "node:crypto";
import { compactDecrypt } from "jose";
import { decodeCbor } from "@/lib/mdoc/cbor/decode-cbor";
import { openHpke } from "@/lib/mdoc/hpke/hpke";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { encryptedResponse } from "@/lib/mdoc/request/encrypted-response";
import { vpToken } from "@/lib/mdoc/request/vp-token";
import { bytesOfText, refuseTooLarge } from "./bytes-of-text";
import { PasteFault } from "./paste-fault";

type Keys = {
	privateKey: KeyObject | null;
	/** CBOR of the session transcript, for a response that is encrypted as Annex C wants it. */
	transcript: Uint8Array | null;
};

const WHAT = "The response";
const JWE_PARTS = 5;
/** `{protocol, data: {response: …}}` has three. */
const WRAPPINGS_MAX = 4;

/**
 * The device response in what was pasted: bytes as text, the JSON that a browser gave, a `vp_token` or its list, or an
 * encrypted one where its key is given.
 * @throws PasteFault
 */
export async function readPasted(pasted: string, keys: Keys): Promise<Uint8Array> {
	return unwrapped(pasted, keys, 0);
}

async function unwrapped(pasted: string, keys: Keys, depth: number): Promise<Uint8Array> {
	const text = pasted.trim();
	if (text === "") throw new PasteFault("response", "Paste what a wallet has sent.");
	try {
		if (/^[[{"]/.test(text)) return await ofJson(parsed(text), keys, depth);
		if (text.split(".").length === JWE_PARTS) return await ofJson(await decrypted(text, keys), keys, depth);
		return ofBytes(bytesOfText(text, "response", WHAT), keys);
	} catch (error) {
		throw error instanceof MdocFault ? new PasteFault("response", inWords(error)) : error;
	}
}

function inWords({ message, at }: MdocFault): string {
	return at === null ? message : `${WHAT} stops being one at byte ${at}: ${message}`;
}

function parsed(text: string): unknown {
	refuseTooLarge(Math.floor((text.length * 3) / 4), "response", WHAT);
	try {
		return JSON.parse(text);
	} catch (error) {
		const [, place] = /position (\d+)/.exec(String(error)) ?? [];
		const where = place === undefined ? "It is cut off." : `It stops being JSON at character ${Number(place) + 1}.`;
		throw new PasteFault("response", `${WHAT} begins like JSON and is none. ${where}`);
	}
}

async function ofJson(json: unknown, keys: Keys, depth: number): Promise<Uint8Array> {
	if (depth > WRAPPINGS_MAX) throw new PasteFault("response", `${WHAT} is wrapped in itself too often.`);
	if (typeof json === "string") return unwrapped(json, keys, depth + 1);
	if (Array.isArray(json)) return vpToken({ vp_token: { mdl: json } });
	if (typeof json !== "object" || json === null) throw new PasteFault("response", `${WHAT} is no JSON of a wallet.`);
	if ("data" in json) return ofJson(json.data, keys, depth + 1);
	if ("error" in json || "vp_token" in json) return vpToken(json, null);
	if ("response" in json && typeof json.response === "string") return unwrapped(json.response, keys, depth + 1);
	return vpToken({ vp_token: json }, null);
}

/** OpenID4VP 1.0, 8.3: `dc_api.jwt`. */
async function decrypted(jwe: string, { privateKey }: Keys): Promise<unknown> {
	if (!privateKey) throw new PasteFault("privateKey", "The response is encrypted (JWE). Give the private key to it.");
	const { plaintext } = await compactDecrypt(jwe, privateKey, {
		keyManagementAlgorithms: ["ECDH-ES"],
		contentEncryptionAlgorithms: ["A128GCM", "A256GCM"],
	}).catch(() => {
		throw new PasteFault(
			"privateKey",
			"The response can't be decrypted: it was encrypted to another key, or was changed.",
		);
	});
	return parsed(new TextDecoder().decode(plaintext));
}

/** The bytes of a response, or of `["dcapi", {enc, cipherText}]` (ISO/IEC 18013-7, annex C). */
function ofBytes(bytes: Uint8Array, { privateKey, transcript }: Keys): Uint8Array {
	if (decodeCbor(bytes).kind !== "array") return bytes;
	const sealed = encryptedResponse(Buffer.from(bytes).toString("base64url"));
	if (!transcript)
		throw new PasteFault("session", "The response is encrypted. Say for which session: origin and encryption info.");
	if (!privateKey)
		throw new PasteFault("privateKey", "The response is encrypted. Give the private key of its session.");
	return openHpke({ ...sealed, recipient: privateKey, info: transcript });
}
