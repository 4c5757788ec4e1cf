import { readJson } from "@/app/_forms/read-json";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/presentation/response-limit";
import type { BegunWalletRequest, EndedWalletRequest } from "@/lib/dashboard/presentation/wallet-request";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { Outcome } from "@/lib/dashboard/problem/problem-of";
import { AUTHORITY_UNREADABLE, NOTHING_TICKED, type TryItResponse } from "../_run/try-it-fields";
import { allowsProtocol, cancelled, walletFailure, walletObstacle } from "./wallet-failure";

/** The request to a wallet, from the form's values. */
export type WalletRequestInput = {
	/** Empty for a new template. */
	templateId: string;
	names: readonly string[];
	isRetained: boolean;
	/** Whether a licence that is dated up to 60 s ahead is rejected. */
	isClockStrict: boolean;
	/** Of a new template. */
	certificateAuthority: string;
};

export type WalletOptions = {
	/** Cancels the request. */
	signal: AbortSignal;
	/** Whether the wallet is waited for, rather than the console. */
	onWait: (isWaiting: boolean) => void;
};

/** The lifetime of a request on the server, less a margin, so that no response arrives just after its end. */
const LIFETIME_MS = 10 * 60_000 - 5_000;
/** A holder has enough time to respond. */
const LEAST_MS = 2 * 60_000;
/** The server accepts bodies of 512 KB, and responses of 200 KB, which are 270 KB in base64. */
const BODY_LENGTH_MAX = 400 * 1024;

/** Begun by a press whose user activation had expired by then; `until` in milliseconds since 1970. */
let prepared: { key: string; request: BegunWalletRequest; until: number } | null = null;

/** Sends a request to a wallet and has the response checked. The response is sent only to the console's own server. */
export async function requestFromWallet(
	input: WalletRequestInput,
	{ signal, onWait }: WalletOptions,
): Promise<TryItResponse> {
	const problem = walletObstacle();
	if (problem) return { problem };
	if (input.names.length === 0) return { faults: { attributes: NOTHING_TICKED } };
	const key = JSON.stringify(input);
	let begun = prepared?.key === key && prepared.until - Date.now() > LEAST_MS ? prepared : null;
	prepared = null;
	if (!begun) {
		const until = Date.now() + LIFETIME_MS;
		const response = await readResponse<BegunWalletRequest>("begin", input, signal);
		if (response.problem) return response;
		begun = { key, request: response.value, until };
	}
	// The browser requires a user activation, which expires after some seconds and is consumed by the first request.
	if (navigator.userActivation?.isActive === false) {
		prepared = begun;
		return { notice: onceMore };
	}
	onWait(true);
	const { request, until } = begun;
	const result = await credentialOf(request, AbortSignal.any([signal, AbortSignal.timeout(until - Date.now())]));
	if (!("protocol" in result)) return result;
	onWait(false);
	const { templateId, isClockStrict } = input;
	const body = { id: request.id, templateId, isClockStrict, ...result };
	const { length } = JSON.stringify(body);
	if (length > BODY_LENGTH_MAX) {
		const most = Math.ceil((RESPONSE_BYTES_MAX * 4) / 3);
		const message = `It has ${length} characters; a response of 200 KB, the most that is read, has ${most}. It was not sent anywhere.`;
		return { problem: { title: "The response is too large", message } };
	}
	const ended = await readResponse<EndedWalletRequest>("end", body, signal);
	if (ended.problem) return ended;
	const { report, isAuthorityRead } = ended.value;
	return { report, notes: isAuthorityRead ? [] : [AUTHORITY_UNREADABLE] };
}

const onceMore: Problem = {
	title: "Press “Ask a wallet” once more",
	message:
		"The request is ready now. A browser asks a wallet only within seconds of a press, and preparing the request took longer.",
};

type DigitalCredentialResponse = { protocol: string; data: unknown };

async function credentialOf(
	{ requests }: BegunWalletRequest,
	signal: AbortSignal,
): Promise<DigitalCredentialResponse | TryItResponse> {
	const digital = { requests: requests.filter(({ protocol }) => allowsProtocol(protocol)) };
	const options = { mediation: "required", signal, digital };
	try {
		const credential = await navigator.credentials.get(options as CredentialRequestOptions);
		if (!credential) return { problem: noCredential };
		const { protocol, data } = credential as Credential & DigitalCredentialResponse;
		return { protocol, data };
	} catch (error) {
		const failure = walletFailure(signal.aborted ? signal.reason : error);
		return failure.title === cancelled.title ? { notice: failure } : { problem: failure };
	}
}

const noCredential: Problem = {
	title: "The wallet did not respond",
	message: "The browser came back without one. You can ask again.",
};

const TIMEOUT_MS = 30_000;

/** A handler's response to a JSON body, or a problem in words. Never throws. */
async function readResponse<Value>(step: "begin" | "end", body: object, signal: AbortSignal): Promise<Outcome<Value>> {
	try {
		return await readJson<Outcome<Value>>(`/templates/try-it/wallet/${step}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
			signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
			noResponse: unreachable,
			refused,
		});
	} catch {
		return { problem: unreachable };
	}
}

const unreachable: Problem = {
	title: "The console could not be reached",
	message: "Its server did not answer. Check the network, then ask again.",
};

function refused({ status }: Response): Problem {
	return {
		title: "The console did not answer",
		message: `It answered ${status}${status === 503 ? ": it has too much to do at the moment" : ""}. Ask again in a moment.`,
	};
}
