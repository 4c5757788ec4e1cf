import { readJson } from "@/app/_forms/read-json";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/presentation/response-limit";
import type { BegunWalletRequest, EndedWalletRequest } from "@/lib/dashboard/presentation/wallet-request";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { cancelled, walletFailure } from "./wallet-failure";
import { allowsProtocol } from "./wallet-obstacle";

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

export type WalletStage = "beginning" | "waiting" | "verifying";

/** A request that the server has begun, and its expiry in milliseconds since 1970. */
export type ReadyRequest = { request: BegunWalletRequest; until: number };

/** `ready`: the user activation expired before the request was begun; the next press can use it. */
export type WalletOutcome = EndedWalletRequest | { problem: Problem } | { ready: ReadyRequest };

type RequestOptions = {
	/** The request that an earlier press has begun with the same input. */
	ready: ReadyRequest | null;
	/** Cancels the request. */
	signal: AbortSignal;
	onStage: (stage: WalletStage) => void;
};

/** The lifetime of a request on the server, less a margin, so that no response arrives just after its end. */
const LIFETIME_MS = 10 * 60_000 - 5_000;
/** The server accepts bodies of 512 KB, and responses of 200 KB, which are 270 KB in base64. */
const BODY_LENGTH_MAX = 400 * 1024;

const BEGIN = "/templates/try-it/wallet/begin";
const END = "/templates/try-it/wallet/end";

/** Sends a request to a wallet and has the response checked. The response is sent only to the console's own server. */
export async function requestFromWallet(
	input: WalletRequestInput,
	{ ready, signal, onStage }: RequestOptions,
): Promise<WalletOutcome> {
	onStage("beginning");
	const begun = ready ? { value: ready } : await begin(input, signal);
	if (begun.problem) return begun;
	// The browser requires a user activation, which expires after some seconds and is consumed by the first request.
	if (navigator.userActivation?.isActive === false) return { ready: begun.value };
	onStage("waiting");
	const { request, until } = begun.value;
	const result = await credentialOf(request, AbortSignal.any([signal, AbortSignal.timeout(until - Date.now())]));
	if ("problem" in result) return result;
	onStage("verifying");
	const { templateId, isClockStrict } = input;
	const body = { id: request.id, templateId, isClockStrict, ...result };
	const { length } = JSON.stringify(body);
	if (length > BODY_LENGTH_MAX) return { problem: tooLarge(length) };
	const ended = await readResponse<EndedWalletRequest>(END, body);
	return ended.problem ? ended : ended.value;
}

async function begin(input: WalletRequestInput, signal: AbortSignal): Promise<ConsoleResponse<ReadyRequest>> {
	const until = Date.now() + LIFETIME_MS;
	const begun = await readResponse<BegunWalletRequest>(BEGIN, input, signal);
	return begun.problem ? begun : { value: { request: begun.value, until } };
}

type DigitalCredentialResponse = { protocol: string; data: unknown };

async function credentialOf(
	{ requests }: BegunWalletRequest,
	signal: AbortSignal,
): Promise<DigitalCredentialResponse | { problem: Problem }> {
	const options = {
		mediation: "required",
		signal,
		digital: { requests: requests.filter(({ protocol }) => allowsProtocol(protocol)) },
	};
	try {
		const credential = await navigator.credentials.get(options as CredentialRequestOptions);
		if (!credential) return { problem: noCredential };
		const { protocol, data } = credential as Credential & DigitalCredentialResponse;
		return { protocol, data };
	} catch (error) {
		return { problem: walletFailure(signal.aborted ? signal.reason : error) };
	}
}

const noCredential: Problem = {
	title: "The wallet gave no answer",
	message: "The browser came back without one. You can ask again.",
};

function tooLarge(length: number): Problem {
	return {
		title: "The answer is too large",
		message: `It has ${length} characters; a response of 200 KB, the most that is read, has ${Math.ceil((RESPONSE_BYTES_MAX * 4) / 3)}. It was not sent anywhere.`,
	};
}

type ConsoleResponse<Value> = { value: Value; problem?: undefined } | { problem: Problem };

const TIMEOUT_MS = 30_000;

/** A handler's response to a JSON body, or a problem in words. Never throws. */
async function readResponse<Value>(
	address: string,
	body: unknown,
	signal?: AbortSignal,
): Promise<ConsoleResponse<Value>> {
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	try {
		return await readJson<ConsoleResponse<Value>>(address, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
			noResponse: unreachable,
			refused,
		});
	} catch {
		return { problem: signal?.aborted ? cancelled : unreachable };
	}
}

const unreachable: Problem = {
	title: "The console could not be reached",
	message: "Its server did not answer. Check the network, then ask again.",
};

function refused({ status }: Response): Problem {
	return {
		title: "The console gave no answer",
		message: `It answered ${status}${status === 503 ? ": it has too much to do at the moment" : ""}. Ask again in a moment.`,
	};
}
