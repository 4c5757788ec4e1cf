import { createPrivateKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { decodeCbor } from "@/lib/mdoc/cbor/decode-cbor";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import {
	isoTranscript,
	openid4vpRedirectTranscript,
	openid4vpTranscript,
} from "@/lib/mdoc/transcript/session-transcript";
import { bytesOfText, type CheckField, PasteFault } from "./bytes-of-text";

const THUMBPRINT_BYTES = 32;

export type SessionTexts = Record<
	"session" | "origin" | "nonce" | "key" | "encryptionInfo" | "clientId" | "responseUri" | "transcript" | "privateKey",
	string
>;

/** CBOR of the session transcript, and the private key; null where they are not given. @throws PasteFault */
export async function readSession(texts: SessionTexts) {
	return { transcript: await transcriptOf(texts), privateKey: privateKeyOf(texts.privateKey) };
}

async function transcriptOf(texts: SessionTexts): Promise<Uint8Array | null> {
	const needed = (field: "nonce" | "encryptionInfo" | "clientId" | "responseUri" | "transcript", what: string) =>
		texts[field].trim() || missing(field, what);
	switch (texts.session) {
		case "":
		case "none":
			return null;
		case "browser":
			return openid4vpTranscript({
				origin: originOf(texts.origin),
				nonce: needed("nonce", "The nonce"),
				jwkThumbprint: await thumbprintOf(texts.key),
			});
		case "iso":
			// Hashed as text: line breaks are no part of it.
			return isoTranscript({
				encryptionInfo: needed("encryptionInfo", "The encryption info").replace(/\s/g, ""),
				origin: originOf(texts.origin),
			});
		case "redirect":
			return openid4vpRedirectTranscript({
				clientId: needed("clientId", "The client ID"),
				nonce: needed("nonce", "The nonce"),
				jwkThumbprint: await thumbprintOf(texts.key),
				responseUri: needed("responseUri", "The response URI"),
			});
		case "raw":
			return rawTranscript(needed("transcript", "The session transcript"));
		default:
			throw new PasteFault("session", "Choose one of the sessions.");
	}
}

function missing(field: CheckField, what: string): never {
	throw new PasteFault(field, `${what} is needed for this session, exactly as in the request.`);
}

function originOf(text: string): string {
	const origin = text.trim() || missing("origin", "The origin");
	if (/^https?:\/\/[^/]+\/.*$/i.test(origin)) {
		throw new PasteFault("origin", "An origin has only a scheme, a host and a port, without a slash at its end.");
	}
	return origin;
}

/** RFC 7638, of a public key as JWK, or already as thumbprint. */
async function thumbprintOf(text: string): Promise<Uint8Array | null> {
	const written = text.trim();
	if (written === "") return null;
	const thumbprint = Buffer.from(written.startsWith("{") ? await thumbprintOfJwk(written) : written, "base64url");
	if (thumbprint.length === THUMBPRINT_BYTES) return thumbprint;
	throw new PasteFault("key", "This is neither a JWK nor a thumbprint (32 bytes in base64url).");
}

async function thumbprintOfJwk(text: string): Promise<string> {
	try {
		return await calculateJwkThumbprint(JSON.parse(text) as JWK);
	} catch {
		throw new PasteFault("key", "This is not a public key as a JWK: JSON with kty, crv, x and y.");
	}
}

function privateKeyOf(text: string): KeyObject | null {
	if (text.trim() === "") return null;
	try {
		const key = createPrivateKey({ key: JSON.parse(text), format: "jwk" });
		if (key.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
	} catch {
		// Reported below, without the text.
	}
	throw new PasteFault("privateKey", "This is not a private key as a JWK: JSON with kty EC, crv P-256, x, y and d.");
}

function rawTranscript(text: string): Uint8Array {
	const bytes = bytesOfText(text, "transcript", "The session transcript");
	try {
		if (decodeCbor(bytes).kind === "array") return bytes;
	} catch (error) {
		if (!(error instanceof MdocFault)) throw error;
		throw new PasteFault(
			"transcript",
			`The session transcript is not CBOR from byte ${error.at ?? 0}: ${error.message}`,
		);
	}
	throw new PasteFault("transcript", "A session transcript is an array of three, in CBOR.");
}
