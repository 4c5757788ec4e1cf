import { readJson } from "@/app/_forms/read-json";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/presentation/response-limit";
import type { BegunWalletRequest, EndedWalletRequest } from "@/lib/dashboard/presentation/wallet-request";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { cancelled, walletFailure } from "./wallet-failure";
import { allowsProtocol } from "./wallet-obstacle";

/** What a wallet is asked for, as the form has it. */
export type WalletQuestion = {
	/** Empty for a template that is yet to be created. */
	templateId: string;
	names: readonly string[];
	isRetained: boolean;
	/** Of a template that is yet to be created. */
	certificateAuthority: string;
};

export type WalletStage = "beginning" | "waiting" | "verifying";

/** A request that the server waits for, until a moment in milliseconds. */
export type ReadyRequest = { request: BegunWalletRequest; until: number };

/** `ready`: the console was too slow for the press; what it has begun can be asked at the next one. */
export type WalletOutcome = EndedWalletRequest | { problem: Problem } | { ready: ReadyRequest };

type Asking = {
	/** What an earlier press has begun for the same question. */
	ready: ReadyRequest | null;
	/** Takes the request back. */
	signal: AbortSignal;
	onStage: (stage: WalletStage) => void;
};

/** As a request lives on the server; a little less, so that an answer in the last second is not asked for in vain. */
const LIFETIME_MS = 10 * 60_000 - 5_000;
/** The server takes bodies of 512 KB, and reads responses of 200 KB, which are 270 KB in base64. */
const ANSWER_LENGTH_MAX = 400 * 1024;

const BEGIN = "/templates/try-it/wallet/begin";
const END = "/templates/try-it/wallet/end";

/** Asks a wallet, and has its answer checked. What it answers goes to the console's own server and nowhere else. */
export async function requestFromWallet(
	question: WalletQuestion,
	{ ready, signal, onStage }: Asking,
): Promise<WalletOutcome> {
	onStage("beginning");
	const begun = ready ? { value: ready } : await begin(question, signal);
	if (begun.problem) return begun;
	// The press is what the browser asks for; it lasts some seconds and is used up by the first request.
	if (navigator.userActivation?.isActive === false) return { ready: begun.value };
	onStage("waiting");
	const { request, until } = begun.value;
	const result = await credentialOf(request, AbortSignal.any([signal, AbortSignal.timeout(until - Date.now())]));
	if ("problem" in result) return result;
	onStage("verifying");
	const answer = { id: request.id, templateId: question.templateId, ...result };
	const { length } = JSON.stringify(answer);
	if (length > ANSWER_LENGTH_MAX) return { problem: tooLarge(length) };
	const ended = await readResponse<EndedWalletRequest>(END, answer);
	return ended.problem ? ended : ended.value;
}

async function begin(question: WalletQuestion, signal: AbortSignal): Promise<ConsoleResponse<ReadyRequest>> {
	const until = Date.now() + LIFETIME_MS;
	const begun = await readResponse<BegunWalletRequest>(BEGIN, question, signal);
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
		if (!credential) return { problem: nothingCame };
		const { protocol, data } = credential as Credential & DigitalCredentialResponse;
		return { protocol, data };
	} catch (error) {
		return { problem: walletFailure(signal.aborted ? signal.reason : error) };
	}
}

const nothingCame: Problem = {
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

const PATIENCE_MS = 30_000;

/** What a handler of the console answers to a JSON text, or in words why there is no answer. Never throws. */
async function readResponse<Value>(
	address: string,
	body: unknown,
	signal?: AbortSignal,
): Promise<ConsoleResponse<Value>> {
	const patience = AbortSignal.timeout(PATIENCE_MS);
	try {
		return await readJson<ConsoleResponse<Value>>(address, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
			signal: signal ? AbortSignal.any([signal, patience]) : patience,
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
