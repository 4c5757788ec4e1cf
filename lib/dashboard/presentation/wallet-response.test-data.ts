import { createPublicKey, type KeyObject } from "node:crypto";
import { requestedElements } from "@/lib/mdoc/request/request";
import { respondAsWallet, sealAsWallet } from "@/lib/mdoc/sample/respond-as-wallet";
import type { SampleLicenceId } from "@/lib/mdoc/sample/sample-licences";
import { isoTranscript, openid4vpTranscript } from "@/lib/mdoc/transcript/session-transcript";
import type { BegunWalletRequest, WalletProtocol } from "./wallet-request";

export const TEST_ORIGIN = "http://localhost:3000";

type Requested = { licence: SampleLicenceId; names: readonly string[]; origin?: string };

/** The credential that a page gets when the sample wallet responds by a protocol. */
export function walletResponse(begun: BegunWalletRequest, protocol: WalletProtocol, requested: Requested) {
	const origin = requested.origin ?? TEST_ORIGIN;
	const { nonce = "", encryptionInfo = "" } = sentOf(begun, protocol);
	if (protocol === "openid4vp-v1-unsigned") {
		const response = responseOf(requested, "browser", openid4vpTranscript({ origin, nonce, jwkThumbprint: null }));
		return { protocol, data: { vp_token: { mdl: [Buffer.from(response).toString("base64url")] } } };
	}
	const transcript = isoTranscript({ encryptionInfo, origin });
	const response = responseOf(requested, "iso", transcript);
	return { protocol, data: { response: sealAsWallet({ response, recipient: keyIn(encryptionInfo), transcript }) } };
}

/** The `data` of the request by a protocol. */
export function sentOf(begun: BegunWalletRequest, protocol: WalletProtocol) {
	const sent = begun.requests.find((request) => request.protocol === protocol)?.data;
	return { ...sent } as { nonce?: string; encryptionInfo?: string };
}

function responseOf({ licence, names }: Requested, rules: "iso" | "browser", transcript: Uint8Array): Uint8Array {
	const requested = requestedElements({ names, isRetained: false });
	const sent = respondAsWallet({ licence, requested, rules, transcript, now: new Date() });
	if ("missing" in sent) throw new Error("The sample licence lacks what the test asks for.");
	return sent.response;
}

/** Its coordinates are at the end of the text, with three bytes between them. */
export function keyIn(encryptionInfo: string): KeyObject {
	const bytes = Buffer.from(encryptionInfo, "base64url");
	const coordinate = (end: number) => bytes.subarray(bytes.length - end, bytes.length - end + 32).toString("base64url");
	return createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: coordinate(67), y: coordinate(32) } });
}
