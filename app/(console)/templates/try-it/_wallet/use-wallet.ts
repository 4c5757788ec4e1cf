"use client";

import { useEffect, useRef, useState } from "react";
import {
	type ReadyRequest,
	requestFromWallet,
	type WalletOutcome,
	type WalletQuestion,
	type WalletStage,
} from "./request-from-wallet";
import { walletFailure } from "./wallet-failure";
import { walletObstacle } from "./wallet-obstacle";

const LEAST_MS = 2 * 60_000;

/** What is under way, or what became of it. */
type WalletState = {
	stage: WalletStage | null;
	outcome: WalletOutcome | null;
	/** The names of what was asked for. */
	names: readonly string[];
};

/** One request to a wallet at a time, from the press to the result. A page that goes takes its request back. */
export function useWallet() {
	const [state, setState] = useState<WalletState>({ stage: null, outcome: null, names: [] });
	const underWay = useRef<AbortController | null>(null);
	/** Begun for this very question by a press that was over when the console had answered. */
	const earlier = useRef<{ question: string; ready: ReadyRequest } | null>(null);
	useEffect(() => () => underWay.current?.abort(), []);

	async function request(question: WalletQuestion): Promise<void> {
		if (underWay.current) return;
		const outcome = refusalOf(question);
		const { names } = question;
		if (outcome) return setState({ stage: null, outcome, names });
		const stop = new AbortController();
		underWay.current = stop;
		const key = JSON.stringify(question);
		const begun = earlier.current?.question === key && isLasting(earlier.current.ready) ? earlier.current.ready : null;
		earlier.current = null;
		const onStage = (stage: WalletStage) => setState({ stage, outcome: null, names });
		const asking = requestFromWallet(question, { ready: begun, signal: stop.signal, onStage });
		const result = await asking.catch((error: unknown) => ({ problem: walletFailure(error) }));
		underWay.current = null;
		if ("ready" in result) earlier.current = { question: key, ready: result.ready };
		setState({ stage: null, outcome: result, names });
	}

	return { ...state, request, cancel: () => underWay.current?.abort(new DOMException("", "AbortError")) };
}

/** Long enough for a holder to look at it. */
function isLasting({ until }: ReadyRequest): boolean {
	return until - Date.now() > LEAST_MS;
}

function refusalOf({ names }: WalletQuestion): WalletOutcome | null {
	const obstacle = walletObstacle();
	if (obstacle) return { problem: { title: "This browser can't ask a wallet", message: obstacle } };
	if (names.length > 0) return null;
	return {
		problem: { title: "Nothing is ticked", message: "A wallet is asked for what is ticked: tick an attribute first." },
	};
}
