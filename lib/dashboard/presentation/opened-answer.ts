import "server-only";
import { createPrivateKey, type KeyObject } from "node:crypto";
import { openHpke } from "@/lib/mdoc/hpke/hpke";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { deviceRequest } from "@/lib/mdoc/request/device-request";
import { openid4vpRequest } from "@/lib/mdoc/request/openid4vp-request";
import { encryptedResponse, vpToken } from "@/lib/mdoc/request/wallet-response";
import { isoTranscript, openid4vpTranscript } from "@/lib/mdoc/transcript/session-transcript";
import type { WalletRequest } from "../store/wallet-requests";
import { askedElements } from "./asked-elements";
import type { Download, PresentationReport } from "./presentation-report";
import { requestDownload } from "./report/downloads";
import { isoSession, openid4vpSession } from "./session-facts";

/** What a wallet's answer holds, and what the phone has signed over if it answers this very request. */
export type OpenedAnswer = {
	response: Uint8Array;
	transcript: Uint8Array;
	/** For a proof by MAC; null where the request had no key. */
	readerKey: KeyObject | null;
	/** How it came otherwise than its protocol wants it, in sentences. */
	deviations: readonly string[];
	session: PresentationReport["session"];
	/** What went out by the same protocol. */
	request: Download;
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

function openedIso(data: unknown, { encryptionInfo, origin, readerKey: pem, asked }: WalletRequest): OpenedAnswer {
	const { enc, cipherText } = encryptedResponse(data);
	const readerKey = createPrivateKey(pem);
	const transcript = isoTranscript({ encryptionInfo, origin });
	const response = openHpke({ recipient: readerKey, enc, cipherText, info: transcript });
	return {
		...{ response, transcript, readerKey, deviations: [] },
		session: isoSession({ origin, encryptionInfo, privateKey: readerKey, transcript }),
		request: requestDownload(deviceRequest(askedElements(asked))),
	};
}

function openedOpenid4vp(data: unknown, { nonce, origin, asked }: WalletRequest): OpenedAnswer {
	const deviations: string[] = [];
	const response = vpToken(data, { tell: (deviation) => deviations.push(deviation) });
	const transcript = openid4vpTranscript({ origin, nonce, jwkThumbprint: null });
	return {
		...{ response, transcript, readerKey: null, deviations },
		session: openid4vpSession({ origin, nonce, transcript }),
		request: requestDownload(openid4vpRequest({ asked: askedElements(asked), nonce })),
	};
}
