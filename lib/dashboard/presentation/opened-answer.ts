import "server-only";
import { createPrivateKey, type KeyObject } from "node:crypto";
import { openHpke } from "@/lib/mdoc/hpke/hpke";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { encryptedResponse } from "@/lib/mdoc/request/encrypted-response";
import { vpToken } from "@/lib/mdoc/request/vp-token";
import { isoTranscript } from "@/lib/mdoc/transcript/iso-transcript";
import { openid4vpTranscript } from "@/lib/mdoc/transcript/openid4vp-transcript";
import type { WalletRequest } from "../store/wallet-requests";
import type { PresentationReport } from "./presentation-report";

/** What a wallet's answer holds, and what the phone has signed over if it answers this very request. */
export type OpenedAnswer = {
	response: Uint8Array;
	transcript: Uint8Array;
	/** For a proof by MAC; null where the request had no key. */
	readerKey: KeyObject | null;
	session: PresentationReport["session"];
};

/**
 * @param answer `protocol` and `data` of the credential that the browser gave
 * @throws MdocFault where it is no answer, or not to this request
 */
export function openedAnswer(answer: { protocol: string; data?: unknown }, request: WalletRequest): OpenedAnswer {
	if (answer.protocol === "org-iso-mdoc") return openedIso(answer.data, request);
	if (answer.protocol === "openid4vp-v1-unsigned") return openedOpenid4vp(answer.data, request);
	throw new MdocFault("The answer comes by another protocol than those that were asked with.");
}

function openedIso(data: unknown, { encryptionInfo, origin, readerKey: pem }: WalletRequest): OpenedAnswer {
	const { enc, cipherText } = encryptedResponse(data);
	const readerKey = createPrivateKey(pem);
	const transcript = isoTranscript({ encryptionInfo, origin });
	const response = openHpke({ recipient: readerKey, enc, cipherText, info: transcript });
	const session = sessionOf([
		["Protocol", "org-iso-mdoc"],
		["Origin", origin],
		["Encryption info", encryptionInfo],
		["Transcript", hex(transcript)],
	]);
	return { response, transcript, readerKey, session };
}

function openedOpenid4vp(data: unknown, { nonce, origin }: WalletRequest): OpenedAnswer {
	const response = vpToken(data);
	const transcript = openid4vpTranscript({ origin, nonce, jwkThumbprint: null });
	const session = sessionOf([
		["Protocol", "openid4vp-v1-unsigned"],
		["Origin", origin],
		["Nonce", nonce],
		["Transcript", hex(transcript)],
	]);
	return { response, transcript, readerKey: null, session };
}

function sessionOf(entries: readonly (readonly [string, string])[]): PresentationReport["session"] {
	return entries.map(([name, text]) => ({ name, text }));
}

function hex(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("hex");
}
