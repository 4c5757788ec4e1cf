import type { KeyObject } from "node:crypto";
import type { PresentationReport } from "./presentation-report";

type SessionFacts = PresentationReport["session"];

/** What a phone has signed over by ISO/IEC 18013-7, annex C, named as the fields are with which a response is checked. */
export function isoSession(session: {
	origin: string;
	encryptionInfo: string;
	/** Of this one session. */
	privateKey: KeyObject;
	transcript: Uint8Array;
}): SessionFacts {
	return [
		{ name: "Origin", text: session.origin },
		{ name: "Encryption info", text: session.encryptionInfo },
		{ name: "Private key (JWK)", text: JSON.stringify(session.privateKey.export({ format: "jwk" })) },
		transcriptFact(session.transcript),
	];
}

/** The same by OpenID4VP 1.0 in a browser. */
export function openid4vpSession(session: { origin: string; nonce: string; transcript: Uint8Array }): SessionFacts {
	return [
		{ name: "Origin", text: session.origin },
		{ name: "Nonce", text: session.nonce },
		transcriptFact(session.transcript),
	];
}

export function transcriptFact(transcript: Uint8Array): SessionFacts[number] {
	return { name: "Session transcript", text: Buffer.from(transcript).toString("hex") };
}
