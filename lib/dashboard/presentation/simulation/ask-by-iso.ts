import { generateKeyPairSync, randomBytes } from "node:crypto";
import { openHpke } from "@/lib/mdoc/hpke/hpke";
import { deviceRequest, encryptionInfo } from "@/lib/mdoc/request/device-request";
import { encryptedResponse } from "@/lib/mdoc/request/wallet-response";
import { answerAsWallet, sealAsWallet } from "@/lib/mdoc/sample/answer-as-wallet";
import { isoTranscript } from "@/lib/mdoc/transcript/session-transcript";
import { isoSession, requestDownload } from "../report/downloads";
import type { Exchange, SampleRequest } from "./exchange";

const NONCE_BYTES = 16;

/** `org-iso-mdoc` (ISO/IEC 18013-7, annex C), there and back. */
export function askByIso({ origin, asked, licence, now }: SampleRequest): Exchange {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const info = encryptionInfo({ nonce: randomBytes(NONCE_BYTES), publicKey });
	const transcript = isoTranscript({ encryptionInfo: info, origin });
	const answer = answerAsWallet({ ...{ licence, asked, transcript, now }, rules: "iso", readerKey: publicKey });
	return {
		request: requestDownload(deviceRequest(asked)),
		session: isoSession({ origin, encryptionInfo: info, privateKey, transcript }),
		answer:
			"missing" in answer
				? answer
				: {
						response: opened(sealAsWallet({ ...answer, recipient: publicKey, transcript })),
						...{ transcript, readerKey: privateKey },
					},
	};

	function opened(sealed: string): Uint8Array {
		return openHpke({ ...encryptedResponse({ response: sealed }), recipient: privateKey, info: transcript });
	}
}
