import type { BegunWalletRequest } from "@/lib/dashboard/presentation/begin-wallet-request";
import type { EndedWalletRequest } from "@/lib/dashboard/presentation/end-wallet-request";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { readAnswer } from "./read-answer";
import { walletFailure } from "./wallet-failure";
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

export type AskStep = "beginning" | "waiting" | "verifying";

/** `ready`: the console was too slow for the press; what it has begun can be asked at the next one. */
export type AskOutcome = EndedWalletRequest | { problem: Problem } | { ready: BegunWalletRequest };

type Asking = {
	/** What an earlier press has begun for the same question. */
	ready: BegunWalletRequest | null;
	/** Takes the request back. */
	signal: AbortSignal;
	onStep: (step: AskStep) => void;
};

/** As a request lives on the server; a little less, so that an answer in the last second is not asked for in vain. */
const LIFETIME_MS = 10 * 60_000 - 5_000;
/** The server takes bodies of 512 KB, and reads responses of 200 KB, which are 270 KB in base64. */
const ANSWER_LENGTH_MAX = 400 * 1024;

const BEGIN = "/templates/try-it/wallet/begin";
const END = "/templates/try-it/wallet/end";

/** Asks a wallet, and has its answer checked. What it answers goes to the console's own server and nowhere else. Never throws. */
export async function askWallet(question: WalletQuestion, { ready, signal, onStep }: Asking): Promise<AskOutcome> {
	onStep("beginning");
	const begun = ready ? { value: ready } : await readAnswer<BegunWalletRequest>(BEGIN, question, signal);
	if (begun.problem) return begun;
	const request = begun.value;
	// The press is what the browser asks for; it lasts some seconds and is used up by the first request.
	if (navigator.userActivation?.isActive === false) return { ready: request };
	onStep("waiting");
	const answered = await credentialOf(request, signal);
	if ("problem" in answered) return answered;
	onStep("verifying");
	const { id } = request;
	const answer = { id, templateId: question.templateId, ...answered };
	const { length } = JSON.stringify(answer);
	if (length > ANSWER_LENGTH_MAX) return { problem: tooLarge(length) };
	const ended = await readAnswer<EndedWalletRequest>(END, answer);
	return ended.problem ? ended : ended.value;
}

type DigitalCredentialAnswer = { protocol: string; data: unknown };

async function credentialOf(
	{ requests }: BegunWalletRequest,
	signal: AbortSignal,
): Promise<DigitalCredentialAnswer | { problem: Problem }> {
	const options = {
		mediation: "required",
		signal: AbortSignal.any([signal, AbortSignal.timeout(LIFETIME_MS)]),
		digital: { requests: requests.filter(({ protocol }) => allowsProtocol(protocol)) },
	};
	try {
		const credential = await navigator.credentials.get(options as CredentialRequestOptions);
		if (!credential) return { problem: nothingCame };
		const { protocol, data } = credential as Credential & DigitalCredentialAnswer;
		return { protocol, data };
	} catch (error) {
		return { problem: walletFailure(options.signal.aborted ? options.signal.reason : error) };
	}
}

const nothingCame: Problem = {
	title: "The wallet gave no answer",
	message: "The browser came back without one. You can ask again.",
};

function tooLarge(length: number): Problem {
	return {
		title: "The answer is too large",
		message: `It has ${length} characters; a response of 200 KB, the most that is read, has ${Math.ceil((200 * 1024 * 4) / 3)}. It was not sent anywhere.`,
	};
}
