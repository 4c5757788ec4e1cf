import { randomBytes } from "node:crypto";
import { MDL_QUERY_ID, openid4vpRequest } from "@/lib/mdoc/request/openid4vp-request";
import { vpToken } from "@/lib/mdoc/request/wallet-response";
import { answerAsWallet } from "@/lib/mdoc/sample/answer-as-wallet";
import { openid4vpTranscript } from "@/lib/mdoc/transcript/session-transcript";
import { openid4vpSession, requestDownload } from "../report/downloads";
import type { Exchange, SampleRequest } from "./exchange";

const NONCE_BYTES = 32;

/** `openid4vp-v1-unsigned` (OpenID4VP 1.0, annex A), there and back: the wallet sends all or nothing, unencrypted. */
export function askByBrowser({ origin, asked, licence, now }: SampleRequest): Exchange {
	const nonce = randomBytes(NONCE_BYTES).toString("base64url");
	const transcript = openid4vpTranscript({ origin, nonce, jwkThumbprint: null });
	const answer = answerAsWallet({ ...{ licence, asked, transcript, now }, rules: "browser" });
	return {
		request: requestDownload(openid4vpRequest({ asked, nonce })),
		session: openid4vpSession({ origin, nonce, transcript }),
		answer: "missing" in answer ? answer : { response: received(answer.response), ...{ transcript, readerKey: null } },
	};
}

function received(response: Uint8Array): Uint8Array {
	return vpToken({ vp_token: { [MDL_QUERY_ID]: [Buffer.from(response).toString("base64url")] } });
}
